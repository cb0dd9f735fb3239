import { expect, test } from '@playwright/test';
import {
  loginAfterInit,
  loginMs,
  nextLoginStep,
  unclearLogin,
  type AnnouncedLogin,
} from '../../../src/session/account/announced-login.ts';

const now = 1_000_000;
const login: AnnouncedLogin = { id: '1', session: 's', endsAt: now + loginMs };
const ada = { id: 's', user: { id: 'ada' } };
const bob = { id: 's', user: { id: 'bob' } };
const nobody = { id: 's', user: null };

test('a tab waits for a login until its end, and asks the platform then', () => {
  expect(nextLoginStep(undefined, now)).toBe(undefined);
  expect(nextLoginStep(login, now)).toBe('wait');
  expect(nextLoginStep(login, login.endsAt - 1)).toBe('wait');
  expect(nextLoginStep(login, login.endsAt)).toBe('ask');
});

test('a tab does not wait for an end that only a clock that jumped can have written', () => {
  expect(nextLoginStep(login, now - 1)).toBe('ask');
});

test('a tab asks for a login of unclear outcome at once, and again at its end', () => {
  const unclear = { ...login, isUnclear: true };
  expect(nextLoginStep(unclear, now)).toBe('ask');
  expect(nextLoginStep({ ...unclear, waitsForEnd: true }, now)).toBe('wait');
  expect(nextLoginStep({ ...unclear, waitsForEnd: true }, login.endsAt)).toBe('ask');
  expect(nextLoginStep(unclearLogin('s', now), now)).toBe('ask');
  // No page shows a user while the outcome is unclear.
  expect(unclearLogin('s', now)).toMatchObject({ session: 's', isUnclear: true });
});

test('two answers that name different users end no wait for a login', () => {
  const unclear = unclearLogin('s', now, login);
  expect(nextLoginStep(unclear, now)).toBe('wait');
  expect(nextLoginStep(unclear, login.endsAt)).toBe('ask');
  expect(loginAfterInit(unclear, ada, ada, login.endsAt)).toBe(undefined);
});

test('the user from before, or none, proves nothing while the login may still be carried out', () => {
  expect(loginAfterInit(login, ada, ada, now)).toEqual({ ...login, waitsForEnd: true });
  expect(loginAfterInit(login, nobody, nobody, now)).toEqual({ ...login, waitsForEnd: true });
  expect(loginAfterInit(login, undefined, nobody, now)).toEqual({ ...login, waitsForEnd: true });
  // A login that was carried out leaves a user.
  expect(loginAfterInit(login, ada, nobody, now)).toEqual({ ...login, waitsForEnd: true });
  expect(loginAfterInit(login, ada, ada, login.endsAt)).toBe(undefined);
});

test('after a clock that was set back, the login may be carried out for its whole time', () => {
  const back = now - 60_000;
  const asked = { ...login, endsAt: back + loginMs, waitsForEnd: true };
  expect(loginAfterInit(login, ada, ada, back)).toEqual(asked);
  expect(nextLoginStep(asked, back)).toBe('wait');
  expect(loginAfterInit(asked, ada, ada, back + loginMs)).toBe(undefined);
});

test('a login that is found long after its end has its whole time again', () => {
  const late = login.endsAt + 61_000;
  const again = { ...login, endsAt: late + loginMs, waitsForEnd: true };
  expect(loginAfterInit(login, ada, ada, login.endsAt + 59_000)).toBe(undefined);
  expect(loginAfterInit(login, ada, ada, late)).toEqual(again);
  expect(loginAfterInit(again, ada, ada, again.endsAt + 59_000)).toBe(undefined);
  // The clock may jump after the platform was asked.
  const asked = { ...login, waitsForEnd: true };
  expect(loginAfterInit(asked, ada, ada, late)).toEqual(again);
  // It is over, or has no end: two answers were under way together.
  expect(loginAfterInit({ ...asked, endsAt: 0 }, ada, ada, late)).toBe(undefined);
  expect(loginAfterInit(unclearLogin('s', now), ada, ada, late)).toBe(undefined);
});

test('another user, another session, or no login settle it', () => {
  expect(loginAfterInit(login, ada, bob, now)).toBe(undefined);
  expect(loginAfterInit(login, nobody, bob, now)).toBe(undefined);
  expect(loginAfterInit({ ...login, session: 'other' }, ada, ada, now)).toBe(undefined);
  expect(loginAfterInit(undefined, ada, ada, now)).toBe(undefined);
});
