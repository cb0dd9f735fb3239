'use client';

import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatPrice } from 'usher-runtime';
import { LoginForm } from './login-form.tsx';
import { film, usher } from './usher.ts';

export function Film() {
  const user = useStore(usher.$user, { ssr: 'initial' });
  const { access, offers } = useStore(film.$state, { ssr: 'initial' });
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => usher.gate(video.current!, film).stop, []);

  return (
    <>
      <video ref={video} controls />
      {user === null && <LoginForm />}
      {user && <button onClick={() => usher.logout()}>Log out</button>}
      {user &&
        access === 'denied' &&
        offers.map((offer, index) => (
          <button key={index} onClick={() => film.buy(offer, { provider: 'harbour' })}>
            {offer.operation} for {formatPrice(offer)}
          </button>
        ))}
    </>
  );
}
