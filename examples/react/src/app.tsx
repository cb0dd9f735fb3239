import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from 'usher-runtime';
import { film, usher } from './usher.ts';

export function App() {
  const user = useStore(usher.$user);
  const { access, offers } = useStore(film.$state);
  const [problem, setProblem] = useState('');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => usher.gate(video.current!, film).stop, []);

  async function logIn(form: FormData) {
    const values = Object.fromEntries(form) as { username: string; password: string };
    await usher.login(values).catch(({ message }) => setProblem(message));
  }

  return (
    <main>
      <video ref={video} controls />
      {user === null && (
        <form action={logIn}>
          <input name="username" aria-label="User name" autoComplete="username" />
          <input
            name="password"
            type="password"
            aria-label="Password"
            autoComplete="current-password"
          />
          <button>Log in</button>
          <p role="alert">{problem}</p>
        </form>
      )}
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
