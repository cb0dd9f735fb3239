import { expect, test } from '@playwright/test';
import type { OpeningRequest } from '../../../src/session/opening/opening.ts';
import { storeOpened } from '../../../src/session/opening/store-opened.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

const now = createHeldSession().stores.clock.now();

/** What is stored after an opening of the session 8. */
function storedAfter(
  before: Partial<SessionRecord>,
  opening: Partial<OpeningRequest> = {},
): SessionRecord {
  const { stores, context } = createHeldSession('device', recordOf(before));
  storeOpened(context, savedSession('8'), { deviceHash: 'other', ...opening } as never);
  return stores.stored()!;
}

test('an answer settles a login only if its request left after the end of that', () => {
  const login = { id: '1', session: '8', endsAt: now - 1000, isUnclear: true };
  const session = savedSession('8');
  const known = recordOf({ session, login });
  const over = { session, login: { ...login, endsAt: 0 } };
  const early = storedAfter(over, { before: known, startedAt: now - 1001 });
  expect(early.login).toEqual({ ...login, waitsForEnd: true });
  expect(storedAfter(over, { before: known, startedAt: now - 1000 }).login).toBe(undefined);
  expect(storedAfter(over, { before: recordOf(over), startedAt: now }).login).toBe(undefined);
});

test('an answer settles no login if the clock was set back since its request left', () => {
  const login = { id: '1', session: '8', endsAt: now + 5000 };
  const opening = { before: undefined, startedAt: now + 30_000 };
  const { login: left } = storedAfter({ session: savedSession('8'), login }, opening);
  expect(left).toEqual({ ...login, waitsForEnd: true });
});

test('a session that was opened is newer than every earlier record, also when the clock was set back', () => {
  expect(storedAfter({ epochStartedAt: 1000 }).epochStartedAt).toBe(now);
  expect(storedAfter({ epochStartedAt: now + 5000 }).epochStartedAt).toBe(now + 5001);
});

test('an opening that succeeds ends a wait, and keeps the device hash', () => {
  const failedOpenings = { retryAt: now + 1000, failedAt: now, count: 1 } as never;
  expect(storedAfter({ failedOpenings })).toMatchObject({
    deviceHash: recordOf().deviceHash,
    session: { id: '8' },
  });
  expect(storedAfter({ failedOpenings }).failedOpenings).toBe(undefined);
});

test("the session of another user of the publisher's is reported as ended", () => {
  const theirs = savedSession('7', { reference: 'bob' });
  const before = recordOf({ session: theirs });
  const reported = [{ id: '7', endedAt: now }];
  expect(storedAfter({ session: theirs }, { before }).ended).toMatchObject(reported);
  const session = savedSession('7');
  expect(storedAfter({ session }, { before: recordOf({ session }) }).ended).toBe(undefined);
});

test('a session that only IndexedDB had is reported as ended when the page has another one', () => {
  const reported = [{ id: '7', endedAt: now }];
  expect(storedAfter({ session: savedSession('7') }).ended).toMatchObject(reported);
  expect(storedAfter({ session: savedSession('8') }).ended).toBe(undefined);
});
