import { expect, test } from '@playwright/test';
import { moveTo } from '../../../src/session/account/change-persistence.ts';
import { createErasure } from '../../../src/session/storage/erasure.ts';
import { tabEndsName } from '../../../src/session/storage/stored-names.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { key } from '../../fixtures/session/held-stores.ts';
import type { WorldPage } from '../../world/page.ts';
import { createPages, durableIn, mirroredIn, type Pages } from '../../world/pages.ts';
import { usualSite } from '../../world/site.ts';
import { viewers } from '../../world/viewers.ts';

const [{ id, hash, name: username, password }, { id: bob }] = viewers as [
  (typeof viewers)[0],
  (typeof viewers)[0],
];
const minute = 60_000;

test('consent on a page brings back no viewer whose erasure a killed browser has lost', async () => {
  const pages = await createPages(1);
  const { usher: first } = pages.open(0);
  await pages.pass(2000);
  void first.login({ username, password });
  await pages.pass(10_000);
  void first.forget();
  await pages.pass(1000);
  pages.device.kill(5000, 0);
  expect(mirroredIn(pages).session?.user?.id).toBe(id); // as it was before the erasure
  expect(JSON.stringify(durableIn(pages))).not.toContain(hash);

  pages.device.site = { ...usualSite, persistence: 'none' };
  const { usher } = pages.open(1);
  const users = new Set<string | undefined>();
  usher.$user.subscribe((user) => void users.add(user?.id));
  void usher.setPersistence('device');
  const list = usher.allmedia().then((allmedia) => allmedia.latest({ limit: 2 }));
  let outcome = '';
  list.then(
    () => (outcome = 'read'),
    ({ code }: { readonly code: string }) => (outcome = code),
  );
  await pages.pass(5000);
  expect([...users]).toEqual([undefined]);
  expect(outcome).toBe('read');
});

for (const next of ['device', 'tab'] as const) {
  test(`forget() right after setPersistence('${next}') leaves nothing of that consent`, async () => {
    const pages = await createPages(1);
    pages.device.site = { ...usualSite, persistence: 'consented' };
    const { usher } = pages.open(0);
    await pages.pass(5000);
    let code = '';
    usher.setPersistence(next).catch((error: { readonly code: string }) => (code = error.code));
    void usher.forget(); // the code of the move is still loading
    await pages.pass(30_000);
    expect(code).toBe('aborted');
    expect(mirroredIn(pages)).toMatchObject({ deviceHash: '', isWithdrawn: true });
    expect(durableIn(pages).deviceHash).toBe('');
    void usher.start();
    await pages.pass(5000);
    expect(mirroredIn(pages).deviceHash).toBe('');
    expect(pages.device.places.get(0)!.sessionStorage.size).toBe(0);
  });
}

test('the session of a tab that an erasure has ended is not moved to the device', async () => {
  const session = savedSession('7', { secret: 'secret' });
  const { stores, context, run } = createHeldSession('tab', recordOf({ session }));
  const erasures = ['0.1'];
  stores.store('device', recordOf({ deviceHash: '', epoch: 5, erasedEpoch: 5, erasures }));
  await run(() => moveTo(context, 'device', () => true));
  expect(context.persistence).toBe('device');
  const text = stores.texts.device.get(key)!;
  expect(text).toContain(erasures[0]);
  expect(text).not.toContain('secret');
  expect(context.unreported).toMatchObject([{ id: '7' }]); // it has no signature yet
});

test('a wrong value of setPersistence ends no move that the page has asked for', async () => {
  const pages = await createPages(1);
  pages.device.site = { ...usualSite, persistence: 'none' };
  const { usher } = pages.open(0);
  await pages.pass(5000);
  const codes: string[] = [];
  const note = (promise: Promise<void>): void =>
    void promise.then(
      () => codes.push('moved'),
      ({ code }: { readonly code: string }) => codes.push(code),
    );
  note(usher.setPersistence('device')); // its code is still loading
  note(usher.setPersistence('disk' as never));
  await pages.pass(30_000);
  expect(codes.sort()).toEqual(['input', 'moved']);
  expect(mirroredIn(pages).deviceHash).not.toBe('');
});

for (const [before, next] of [
  ['device', 'tab'],
  ['none', 'device'],
] as const) {
  test(`a move from ${before} to ${next} ends when the page has made another choice`, async () => {
    const session = savedSession('7');
    const record = recordOf({ session });
    const { stores, context, run } = createHeldSession(before, record);
    const moved = run(() => moveTo(context, next, () => false));
    await expect(moved).rejects.toMatchObject({ code: 'aborted' });
    expect(stores.stored(before)).toEqual(record);
    expect(stores.stored(next)).toBe(undefined);
  });
}

test('a move to a tab logs out the session that an earlier page has left in that tab', async () => {
  const pages = await createPages(1);
  pages.device.site = { ...usualSite, persistence: 'tab' };
  const { usher: earlier } = pages.open(0);
  await pages.pass(5000);
  const { id: left } = earlier.$session.get();
  pages.device.site = usualSite;
  const { usher } = pages.open(0, { again: true }); // the next page of the tab
  await pages.pass(5000);
  const { id: moved } = usher.$session.get();
  expect(moved).not.toBe(left);
  void usher.setPersistence('tab');
  await pages.pass(5000);
  expect(pages.sentTo('session/logout').map(({ session }) => session)).toEqual([left]);
  expect(usher.$session.get()).toMatchObject({ status: 'ready', id: moved });
});

/**
 * A page without a reference shows the viewer of a stored session, which no opening has renewed.
 * Then a page whose reference names another user takes the device.
 */
async function leftDevice(): Promise<{ readonly pages: Pages; readonly page: WorldPage }> {
  const pages = await createPages(3);
  const { device, pass } = pages;
  const { usher: first } = pages.open(0);
  await pass(2000);
  void first.login({ username, password });
  await pass(10_000);
  device.close(0);
  await pass(20 * minute);

  device.network.plan('503 for ten minutes', 1, 'session/init');
  const page = pages.open(0);
  await pass(3000);
  expect(page.usher.$session.get()).toMatchObject({ status: 'static', user: { id } });
  device.network.heal();
  device.site = { ...usualSite, persistence: 'none', reference: 1 };
  const { usher: other } = pages.open(1);
  await pass(1000);
  void other.setPersistence('device');
  await pass(3000);
  expect(mirroredIn(pages).session?.user?.id).toBe(bob);
  return { pages, page };
}

test('a page that left the device before its opening failed moves its viewer back to it', async () => {
  const { pages, page } = await leftDevice();
  void page.usher.setPersistence('device');
  await pages.pass(1000);
  expect(mirroredIn(pages).session?.user?.id).toBe(id);
  await pages.pass(15 * minute);
  expect(page.usher.$session.get()).toMatchObject({ status: 'ready', user: { id } });
  expect(mirroredIn(pages).session?.user?.id).toBe(id);
});

test('a page that left the device moves no session there that the next page would resume', async () => {
  const pages = await createPages(3);
  const { device, pass } = pages;
  const { usher } = pages.open(0);
  await pass(2000);
  void usher.login({ username, password });
  await pass(10_000);
  device.site = { ...usualSite, reference: 1 };
  pages.open(1); // logs the session before out
  await pass(10);
  device.network.plan('500', 30, 'session/init');
  await pass(3000);
  void usher.setPersistence('device');
  await pass(1000);
  expect(mirroredIn(pages).session).toMatchObject({ user: { id }, fingerprint: '' });
  expect(usher.$session.get().status).not.toBe('ready');
});

for (const call of ['logout', 'forget'] as const) {
  test(`${call}() on a page that left the device names its session`, async () => {
    const { pages, page } = await leftDevice();
    void page.usher[call]();
    await pages.pass(minute);
    const loggedOut = pages.sentTo('session/logout').map(({ session }) => session);
    expect(loggedOut.length).toBeGreaterThan(0);
    expect(loggedOut).not.toContain('');
  });
}

test('a session that moves out of a tab leaves nothing there, and its duplicates learn of the end', async () => {
  const session = savedSession('7', { user: { id: '17', name: 'ada' } as never });
  const record = recordOf({ session, epochId: '11' });
  const { stores, context, run } = createHeldSession('tab', record);
  Object.assign(context, { record, current: session });
  await run(() => moveTo(context, 'device', () => true));
  expect(stores.texts.tab.get(key)).toBe(undefined);
  expect(stores.texts.device.get(tabEndsName(key))).toContain('11');
  expect(stores.stored('device')?.session?.id).toBe('7');
});

test('a session that moves from the memory to the device begins one epoch there', async () => {
  const session = savedSession('7');
  const { stores, context, run } = createHeldSession('none');
  Object.assign(context, { record: recordOf({ session }), current: session });
  await run(() => moveTo(context, 'device', () => true));
  expect(stores.stored('device')).toMatchObject({ session: { id: '7' }, epoch: 4 });
  expect(stores.texts.device.get(tabEndsName(key))).toBe(undefined);
});

for (const { title, isFull } of [
  { title: 'while localStorage is full', isFull: true },
  { title: 'while IndexedDB is read', isFull: false },
]) {
  test(`a session that another tab erases ${title} does not move to the device`, async () => {
    const session = savedSession('7', { user: { id: '17', name: 'ada' } as never });
    const record = recordOf({ session });
    const { stores, context, run } = createHeldSession('tab', record);
    const logouts: unknown[] = [];
    Object.assign(context, { record, current: session });
    Object.assign(context, { emit: (name: string) => logouts.push(name) });
    const erasure = createErasure([], context.browser, {});
    const erased = { ...erasure, epochStartedAt: record.epochStartedAt + 1 };
    Object.assign(context.browser, {
      async readRecord() {
        if (isFull) return erased;
        stores.store('device', erased);
        return record;
      },
    });
    await run(() => moveTo(context, 'device', () => true));
    expect(stores.stored('device')?.session).toBe(undefined);
    expect(stores.stored('device')?.deviceHash).not.toBe(record.deviceHash);
    expect(stores.stored('device')?.erasures).toEqual(erasure.erasures);
    expect(context.$user.get()).toBe(null);
    expect(logouts).toContain('logout');
  });
}

test('a session that began after an erasure which only IndexedDB has moves to the device', async () => {
  const session = savedSession('7');
  const { stores, context, run } = createHeldSession('none');
  Object.assign(context, { record: recordOf({ session }), current: session });
  const erasure = createErasure([], context.browser, {});
  stores.records.set(key, { ...erasure, epochStartedAt: recordOf().epochStartedAt - 1 });
  await run(() => moveTo(context, 'device', () => true));
  expect(stores.stored('device')).toMatchObject({ session: { id: '7' } });
  expect(stores.stored('device')?.erasures).toEqual(erasure.erasures);
});

test('consent brings back no session that this page has erased while IndexedDB could not be written', async () => {
  const { stores, context, run } = createHeldSession('none');
  const erasure = createErasure([], context.browser, { isWithdrawn: true });
  Object.assign(context, { record: erasure });
  // Another tab is about to write its erasure into localStorage.
  const session = savedSession('7', { user: { id: '17', name: 'ada' } as never });
  stores.records.set(key, recordOf({ session }));
  await run(() => moveTo(context, 'device', () => true));
  expect(stores.stored('device')?.session).toBe(undefined);
  expect(stores.stored('device')?.deviceHash).not.toBe(recordOf().deviceHash);
  expect(stores.stored('device')?.erasures).toEqual(erasure.erasures);
});
