import { expect, test } from '@playwright/test';
import { isOutdated, isSameSession } from '../../../src/session/storage/compare-records.ts';
import { recordOf, savedSession } from '../../fixtures/session/held-session.ts';

const mine = recordOf({ session: savedSession('7'), revision: 4 });

test('a stored record of the same session is older if its revision is', () => {
  expect(isOutdated({ ...mine, revision: 3 }, mine)).toBe(true);
  expect(isOutdated(mine, mine)).toBe(false);
  expect(isOutdated({ ...mine, revision: 5 }, mine)).toBe(false);
  expect(isOutdated({ ...mine, revision: 3 }, undefined)).toBe(false);
});

test('the revision says nothing of another session in the same epoch', () => {
  expect(isOutdated({ ...mine, revision: 3, session: savedSession('8') }, mine)).toBe(false);
});

test('an earlier epoch is older, whatever its revision', () => {
  expect(isOutdated({ ...mine, epoch: 2, revision: 9 }, mine)).toBe(true);
  expect(isOutdated({ ...mine, epoch: 4, revision: 1 }, mine)).toBe(false);
});

test('a session is the same with the same ID and the same user', () => {
  const user = { id: '17', name: 'ada' };
  const of = (id: string, more = {}) => savedSession(id, more);
  expect(isSameSession(of('7', { user }), of('7', { user }))).toBe(true);
  expect(isSameSession(of('7', { user }), of('7'))).toBe(false);
  expect(isSameSession(of('7'), of('8'))).toBe(false);
  expect(isSameSession(undefined, of('8'))).toBe(false);
});
