import { expect, test } from '@playwright/test';
import { endAfterOtherTab, endErased } from '../../../src/session/storage/sync-from-storage.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createPages } from '../../world/pages.ts';

const session = savedSession('7');

test('the end of a session in another tab leaves what this tab keeps', () => {
  const { stores, context } = createHeldSession('tab', recordOf({ session }));
  endAfterOtherTab(context, recordOf({ epoch: 4 }));
  expect(stores.stored('tab')).toEqual(recordOf({ session }));
  endAfterOtherTab(context, recordOf({ deviceHash: '', epoch: 5, erasedEpoch: 5 }));
  expect(stores.stored('tab')).toBe(undefined);
});

test('forget() in one of three tabs logs the session of the device out once', async () => {
  const pages = await createPages(1);
  for (const place of [0, 1, 2]) {
    pages.open(place);
    await pages.pass(2000);
  }
  void pages.page(1).usher.forget();
  await pages.pass(60_000);
  expect(pages.sentTo('session/logout')).toHaveLength(1);
});

test('an erasure of the device leaves the logouts to its own tab, which shares its record', async () => {
  const ended = [{ id: '9', domain: '741', endedAt: 1000 }];
  const erasure = recordOf({ deviceHash: '', epoch: 5, erasedEpoch: 5, ended });
  for (const [persistence, logouts] of [
    ['device', 0],
    ['tab', 1],
  ] as const) {
    const { context, run } = createHeldSession(persistence, recordOf({ session }));
    let sent = 0;
    Object.assign(context.browser, { fetch: () => ++sent });
    await run(async () => endErased(context, erasure));
    expect(sent, persistence).toBe(logouts);
    expect(context.saved?.ended).toBe(undefined);
  }
});
