import { expect, test } from '@playwright/test';
import type { SessionDriver } from '../../../src/session/session.ts';
import { ownerName } from '../../../src/session/state/owner-name.ts';

const nameOf = (context: object): string | undefined => {
  const $session = { value: { status: 'ready' }, get: () => ({ language: 'de' }) };
  const driver = { $session, context: { $session, ...context } };
  return ownerName(driver as unknown as SessionDriver);
};

test('the owner of answers is the user in the epoch and language of the session', () => {
  const record = { epoch: 3 };
  const current = { id: '7', user: { id: '17' } };
  expect(nameOf({ record, current })).toBe('["17",3,"de"]');
  expect(nameOf({ record, current: { id: '7', user: null } })).toBe('[null,3,"de"]');
});

test('static details are the same for every viewer, and without them nobody is known', () => {
  expect(nameOf({ details: {} })).toBe('static de');
  expect(nameOf({})).toBe(undefined);
});
