import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UsherProvider } from 'usher-runtime/react';
import { Catalogue, Film } from './catalogue.tsx';
import { usher } from './usher.ts';

const film = new URLSearchParams(location.search).get('film');

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UsherProvider usher={usher}>{film ? <Film globalid={film} /> : <Catalogue />}</UsherProvider>
  </StrictMode>,
);
