import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UsherProvider } from 'usher-runtime/react';
import { App } from './app.tsx';
import { usher } from './usher.ts';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UsherProvider usher={usher}>
      <App />
    </UsherProvider>
  </StrictMode>,
);
