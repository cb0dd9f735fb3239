'use client';

import { useEffect, useRef } from 'react';
import { formatPrice } from 'usher-runtime';
import { useItem, useUser, UsherProvider } from 'usher-runtime/react';
import { LoginForm } from './login-form.tsx';
import { film, usher } from './usher.ts';

export function FilmForSale() {
  return (
    <UsherProvider usher={usher}>
      <Film />
    </UsherProvider>
  );
}

function Film() {
  const { isLoaded, user } = useUser();
  const { access, offers, item } = useItem(film);
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => usher.gate(video.current!, item).stop, [item]);

  return (
    <>
      <video ref={video} controls />
      {isLoaded && !user && <LoginForm />}
      {user && <button onClick={() => usher.logout()}>Log out</button>}
      {user &&
        access === 'denied' &&
        offers.map((offer) => (
          <button key={offer.id} onClick={() => item.buy(offer, { provider: 'harbour' })}>
            {offer.operation} for {formatPrice(offer)}
          </button>
        ))}
    </>
  );
}
