import { expect, test } from '@playwright/test';
import type { Persistence } from '../../src/index.ts';
import { createPages, durableIn, mirroredIn, type Pages } from './pages.ts';
import { usualSite } from './site.ts';
import { viewers } from './viewers.ts';

// A module page creates its runtime when it loads, and may make its first call much later.

const [{ id: ada, name: username, password }] = viewers as [(typeof viewers)[0]];
const minute = 60_000;

/** A device whose viewer has logged in on a page that is open, with the device as its store. */
async function loggedIn(seed: number, persistence: Persistence): Promise<Pages> {
  const pages = await createPages(seed);
  pages.device.site = { ...usualSite, persistence };
  const { usher } = pages.open(0);
  await pages.pass(3000);
  void usher.setPersistence('device');
  await pages.pass(1000);
  void usher.login({ username, password });
  await pages.pass(3000);
  expect(usher.$user.get()?.id).toBe(ada);
  return pages;
}

for (const persistence of ['consented', 'device'] as const) {
  test(`a page that begins after consent was withdrawn keeps nothing: ${persistence}`, async () => {
    const pages = await loggedIn(1, persistence);
    const { usher } = pages.device.open(1);
    await pages.pass(3000);
    void pages.page(0).usher.setPersistence('none');
    await pages.pass(minute);
    void usher.start();
    await pages.pass(minute);
    expect(usher.$session.get().status).toBe('ready');
    expect(mirroredIn(pages)).toMatchObject({ deviceHash: '', isWithdrawn: true });
    expect(durableIn(pages)).toMatchObject({ deviceHash: '' });
  });
}

test('under consented, a page that begins after forget() keeps nothing', async () => {
  const pages = await loggedIn(2, 'consented');
  const { usher } = pages.device.open(1);
  await pages.pass(3000);
  void pages.page(0).usher.forget();
  await pages.pass(minute);
  void usher.start();
  await pages.pass(minute);
  expect(usher.$session.get().status).toBe('ready');
  expect(mirroredIn(pages).deviceHash).toBe('');
});

test('a page that consents by its first call shows the session of the device, and keeps it alive', async () => {
  const pages = await loggedIn(3, 'consented');
  pages.device.site = { ...usualSite, persistence: 'none' };
  const { usher } = pages.device.open(1);
  await pages.pass(1000);
  void usher.setPersistence('device');
  await pages.pass(2000);
  expect(usher.$session.get()).toMatchObject({ status: 'ready', user: { id: ada } });
  pages.device.close(0);
  await pages.pass(25 * minute);
  expect(pages.sentTo('session/keepalive').length).toBeGreaterThan(0);
});

test('a tab that takes the session by the first call of its page notices an erasure', async () => {
  const pages = await loggedIn(4, 'device');
  const { usher } = pages.device.open(1);
  await pages.pass(1000);
  void usher.setPersistence('tab');
  await pages.pass(3000);
  const { sessionStorage } = pages.device.places.get(1)!;
  expect(JSON.stringify([...sessionStorage])).toContain(username);
  void pages.page(0).usher.forget();
  await pages.pass(minute);
  expect(JSON.stringify([...sessionStorage])).not.toContain(username);
});

for (const isBefore of [true, false]) {
  const title = isBefore ? 'before its page was opened' : 'while its page was open';
  test(`a first call after forget() keeps its receipt: ${title}`, async () => {
    const pages = await loggedIn(5, 'device');
    const open = (): ReturnType<Pages['open']> => pages.device.open(1);
    const early = isBefore ? undefined : open();
    void pages.page(0).usher.forget();
    await pages.pass(3000);
    void pages.page(0).usher.login({ username, password });
    await pages.pass(3000);
    const { usher } = early ?? open();
    const receiptsOf = async (): Promise<number> => {
      const checkout = await usher.checkout();
      const item = { operation: 'ppv', item: 7, streamtype: 'video', amount: 499 } as const;
      const bought = { ...item, currency: 'EUR', provider: 'io', receipt: '{}' } as const;
      await checkout.verifyInAppPurchase(bought);
      return (await checkout.receipts()).length;
    };
    const counted = receiptsOf();
    await pages.pass(20_000);
    expect(await counted).toBe(1);
  });
}
