import { useEffect, useRef } from 'react';
import { formatPrice } from 'usher-runtime';
import { useItem, useUser, useUsher } from 'usher-runtime/react';
import { film } from './usher.ts';

export function App() {
  const usher = useUsher();
  const { user } = useUser();
  const { access, offers, item } = useItem(film);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => usher.gate(video.current!, item).stop, [usher, item]);

  return (
    <main>
      <video ref={video} controls />
      <usher-login />
      {user && <button onClick={() => usher.logout()}>Log out</button>}
      {user &&
        access === 'denied' &&
        offers.map((offer) => (
          <button key={offer.id} onClick={() => item.buy(offer, { provider: 'harbour' })}>
            {offer.operation} for {formatPrice(offer)}
          </button>
        ))}
    </main>
  );
}
