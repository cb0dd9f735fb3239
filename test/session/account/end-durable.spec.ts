import { expect, test } from '@playwright/test';
import { endDurable } from '../../../src/session/account/end-durable.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';

test('a session that only IndexedDB has ends, however long IndexedDB takes', async () => {
  const { stores, context } = createHeldSession();
  stores.full.add('device');
  let answer = (_record: SessionRecord): void => {};
  const found = new Promise<SessionRecord>((resolve) => {
    answer = resolve;
  });
  Object.assign(context.browser, { readRecord: () => found });
  const ending = endDurable(context);
  await stores.clock.advance(1_500);
  answer(recordOf({ session: savedSession('a') }));
  await ending;
  expect(context.saved).toMatchObject({ session: undefined, ended: [{ id: 'a' }] });
});

test('a logout waits 2 s at most for IndexedDB', async () => {
  const { stores, context } = createHeldSession();
  Object.assign(context.browser, { readRecord: () => new Promise(() => {}) });
  let isOver = false;
  const ending = endDurable(context).then(() => (isOver = true));
  await stores.clock.advance(1_999);
  expect(isOver).toBe(false);
  await stores.clock.advance(1);
  await ending;
  expect(context.saved).toBe(undefined);
});
