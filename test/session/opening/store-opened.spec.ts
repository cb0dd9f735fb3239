import { expect, test } from '@playwright/test';
import { storeOpened } from '../../../src/session/opening/store-opened.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

const now = createHeldSession().stores.clock.now();

/** What is stored after an opening of the session 8. */
function storedAfter(before: Partial<SessionRecord>): SessionRecord {
  const { stores, context } = createHeldSession('device', recordOf(before));
  storeOpened(context, savedSession('8'), { deviceHash: 'other' } as never);
  return stores.stored()!;
}

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
  expect(storedAfter({ session: theirs }).ended).toMatchObject([{ id: '7', endedAt: now }]);
  expect(storedAfter({ session: savedSession('7') }).ended).toBe(undefined);
});
