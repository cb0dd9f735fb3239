import { expect, test } from '@playwright/test';
import { createPages, durableIn, key, type Pages } from '../world/pages.ts';
import { usualSite } from '../world/site.ts';
import { viewers } from '../world/viewers.ts';

const [ada, eve] = viewers as [(typeof viewers)[0], (typeof viewers)[1]];
const noteName = `${key}|erasing`;

/** The calls of a test: how each of them ended. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (value) => JSON.stringify(value),
    ({ code }: { readonly code: string }) => code,
  );

/** Makes a call, and returns how it has ended after a time. */
async function outcomeAfter(
  { pass }: Pages,
  ms: number,
  call: Promise<unknown>,
): Promise<string | undefined> {
  let ended: string | undefined;
  void outcomeOf(call).then((outcome) => (ended = outcome));
  await pass(ms);
  return ended;
}

/** A page on which a viewer has logged in and has a receipt. */
async function pageWithReceipt(pages: Pages): Promise<void> {
  const { usher } = pages.open(0);
  await pages.pass(2000);
  const { name: username, password } = ada;
  await outcomeAfter(pages, 3000, usher.login({ username, password }));
  const checkout = usher.checkout();
  await pages.pass(1000);
  const receipt = { operation: 'ppv', item: 7, streamtype: 'video', amount: 499 } as const;
  const verified = (await checkout).verifyInAppPurchase({
    ...receipt,
    currency: 'EUR',
    provider: 'io',
    receipt: '{}',
  });
  expect(await outcomeAfter(pages, 5000, verified)).toContain('transactionId');
  pages.device.close(0);
  await pages.pass(1000);
}

/** Some files do not load on pages that open from now on. Returns the way back. */
function loseFiles({ device }: Pages, part: string): () => void {
  const { loaderFor } = device.chunks;
  const lost: typeof loaderFor = (owner) => {
    const load = loaderFor(owner);
    return (path, run) =>
      path.includes(part)
        ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
        : load(path, run);
  };
  Object.assign(device.chunks, { loaderFor: lost });
  return () => void Object.assign(device.chunks, { loaderFor });
}

const journalOf = ({ device }: Pages): string =>
  JSON.stringify([...device.database.stores().get('journal')!.values()]);

/** A page whose `forget()` has rejected, because the code of the journal does not load. */
async function pageWithRejectedForget() {
  const pages = await createPages(1);
  await pageWithReceipt(pages);
  const restore = loseFiles(pages, 'checkout/');
  const { usher } = pages.open(1);
  await pages.pass(3000);
  expect(await outcomeAfter(pages, 10_000, usher.forget())).toBe('network');
  return { pages, usher, restore };
}

/** The next page completes the erasure, when the code loads again. */
async function expectCompleted(pages: Pages, restore: () => void): Promise<void> {
  restore();
  pages.open(2);
  await pages.pass(10_000);
  expect(journalOf(pages)).not.toContain(ada.id);
  expect(pages.device.storage.texts().has(noteName)).toBe(false);
}

test('forget() rejects when the code of the journal does not load, and the next page goes on', async () => {
  const { pages, restore } = await pageWithRejectedForget();
  expect(journalOf(pages)).toContain(ada.id);
  await expectCompleted(pages, restore);
});

test('a move of the session to a tab leaves a forget() that rejected to the next page', async () => {
  const { pages, usher, restore } = await pageWithRejectedForget();
  await outcomeAfter(pages, 10_000, usher.setPersistence('tab'));
  await expectCompleted(pages, restore);
});

test('a page without the code of the journal erases the session that an earlier page left', async () => {
  const pages = await createPages(2);
  await pageWithReceipt(pages);
  const { usher } = pages.open(1);
  await pages.pass(3000);
  pages.device.setDatabase('hangs');
  void outcomeOf(usher.forget());
  pages.device.close(1);
  await pages.pass(100);
  pages.device.setDatabase('ok');
  expect(JSON.stringify(durableIn(pages))).toContain(ada.hash);
  loseFiles(pages, 'checkout/');
  pages.device.site = { ...usualSite, persistence: 'none' };
  pages.open(2);
  await pages.pass(60_000);
  expect(JSON.stringify(durableIn(pages))).not.toContain(ada.hash);
  expect(pages.device.storage.texts().has(noteName)).toBe(true);
});

test('forget() logs out the session that only IndexedDB has, also if it cannot be confirmed', async () => {
  const pages = await createPages(8, { renames: true });
  const restore = loseFiles(pages, 'background');
  const { usher } = pages.open(0);
  restore();
  const { usher: other } = pages.open(1);
  await pages.pass(5000);
  pages.device.storageMood = 'blocked';
  const { name: username, password } = eve;
  await outcomeAfter(pages, 4000, other.login({ username, password }));
  expect(await outcomeAfter(pages, 10_000, usher.forget())).toBe('unsupported');
  const { opened } = pages.sentTo('session/login')[0]!;
  expect(pages.sentTo('session/logout').map(({ session }) => session)).toContain(opened);
});
