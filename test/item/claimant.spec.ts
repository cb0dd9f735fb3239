import { expect, test } from '@playwright/test';
import { claimOptions, type Claimant } from '../../src/item/claimant.ts';
import type { SessionDriver } from '../../src/session/session.ts';

const refused = expect.objectContaining({ code: 'identity-changed' });

/** A page that shows a viewer when it claims, while its session may be another one's. */
function claim(shown: Claimant, user: string | null | undefined) {
  const state = { user };
  const sessionOf = (): object | undefined =>
    state.user === undefined
      ? undefined
      : { id: '1', user: state.user === null ? null : { id: state.user } };
  const context = { background: { sync() {} }, record: {} };
  let readies = 0;
  const session = {
    context,
    current: sessionOf,
    async ready() {
      readies++;
      return sessionOf();
    },
  } as unknown as SessionDriver;
  const options = claimOptions(session, shown);
  return {
    ...options,
    context,
    become: (id: string | null) => (state.user = id),
    readies: () => readies,
  };
}

for (const [words, shown, user, isSent] of [
  ['of the viewer who claimed is sent', '17', '17', true],
  ['of a viewer without a user is sent', null, null, true],
  ['for a user who has logged out is not sent', '17', null, false],
  ['of nobody is not sent for a user who has logged in', null, '17', false],
  ['for another user is not sent', '17', '18', false],
  ['without a session is sent, and the transport refuses it', '17', undefined, true],
] as const) {
  test(`a claim ${words}`, async () => {
    const { findSession, beforeSend } = claim(shown, user);
    if (isSent) {
      await findSession();
      expect(beforeSend).not.toThrow();
    } else {
      await expect(findSession()).rejects.toEqual(refused);
      expect(beforeSend).toThrow(refused);
    }
  });
}

test('a claim has the session that it was compared with', async () => {
  expect(await claim('17', '17').findSession()).toEqual({ id: '1', user: { id: '17' } });
});

test('while no viewer is known, the first one who is known when the page claims counts', async () => {
  const { findSession, become, readies } = claim(undefined, '17');
  expect(readies(), 'in the task of the claim').toBe(1);
  await Promise.resolve();
  become('18');
  await expect(findSession()).rejects.toEqual(refused);
  const known = claim(undefined, '17');
  expect(await known.findSession()).toMatchObject({ user: { id: '17' } });
  expect(known.beforeSend).not.toThrow();
  expect(claim('17', '17').readies(), 'a viewer who is known needs no session yet').toBe(0);
});

test('a claim does not leave when the viewer changes, or a login begins, while it is signed', async () => {
  const changed = claim('17', '17');
  await changed.findSession();
  changed.become('18');
  expect(changed.beforeSend).toThrow(refused);
  const announced = claim('17', '17');
  await announced.findSession();
  announced.context.record = { login: { id: 'x' } };
  expect(announced.beforeSend).toThrow(refused);
});
