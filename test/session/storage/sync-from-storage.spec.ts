import { expect, test } from '@playwright/test';
import { endAfterOtherTab } from '../../../src/session/storage/sync-from-storage.ts';
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
