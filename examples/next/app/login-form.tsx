import { useActionState } from 'react';
import { usher } from './usher.ts';

export function LoginForm() {
  const [problem, logIn] = useActionState(async (_before: string, form: FormData) => {
    const values = Object.fromEntries(form) as { username: string; password: string };
    return usher.login(values).then(
      () => '',
      ({ code }) => (code === 'login-failed' ? 'Wrong name or password.' : 'Try again later.'),
    );
  }, '');

  return (
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
  );
}
