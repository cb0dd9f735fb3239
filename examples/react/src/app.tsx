import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatPrice } from 'usher-runtime';
import { film, usher } from './usher.ts';

export function App() {
  const user = useStore(usher.$user);
  const { access, offers } = useStore(film.$state);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => usher.gate(video.current!, film).stop, []);

  return (
    <main>
      <video ref={video} controls />
      <usher-login />
      {user && <button onClick={() => usher.logout()}>Log out</button>}
      {user &&
        access === 'denied' &&
        offers.map((offer, index) => (
          <button key={index} onClick={() => film.buy(offer, { provider: 'harbour' })}>
            {offer.operation} for {formatPrice(offer)}
          </button>
        ))}
    </main>
  );
}
