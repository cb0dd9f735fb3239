import { expect, test } from '@playwright/test';
import { NetworkError } from '../../src/errors/network-error.ts';
import { PlatformError } from '../../src/errors/platform-error.ts';
import type { ItemState } from '../../src/item/item-state.ts';
import { markAsStale } from '../../src/item/item.ts';
import { recheckAccess, recheckDenied } from '../../src/item/recheck-items.ts';
import { recheckWithSession } from '../../src/item/recheck-with-session.ts';
import { resetWithViewer } from '../../src/item/reset-items.ts';
import { createHeldItems, denied, granted, type HeldItems } from '../fixtures/item/held-items.ts';

const reference = { item: 7, streamtype: 'video' };
const erasure = { deviceHash: '', epoch: 9, erasedEpoch: 9 };

/** An item that was checked once, with this answer. */
async function checked(general: object): Promise<HeldItems> {
  const page = createHeldItems();
  void page.film.check();
  await page.pass();
  await page.sent[0]!.answer(general);
  return page;
}

test('checks at the same time share one request, and the last answer is shown meanwhile', async () => {
  const page = await checked(denied);
  const { film, sent } = page;
  const both = [film.check(), film.check()];
  await page.pass();
  expect(sent.map(({ values }) => values)).toEqual([reference, reference]);
  expect(film.$state.get()).toMatchObject({ access: 'denied', checking: true });
  await sent[1]!.answer(granted);
  expect((await Promise.all(both)).map(({ access }) => access)).toEqual(['granted', 'granted']);
  expect(film.$state.get()).toMatchObject({ access: 'granted', checking: false });
});

test('a check is asked again when access may have changed since the request left', async () => {
  const { film, known, sent, pass } = createHeldItems();
  void film.check();
  await pass();
  markAsStale(known.internals);
  const again = film.check();
  void known.recheck();
  await sent[0]!.answer(denied);
  expect(sent).toHaveLength(2);
  await sent[1]!.answer(granted);
  expect((await again).access).toBe('granted');
  expect(sent).toHaveLength(2);
});

test('a check of the runtime comes after those of the page, until the page waits for it too', async () => {
  const { film, known, sent, pass, items } = createHeldItems();
  void known.recheck();
  await pass();
  expect([sent[0]!.isUrgent, sent[0]!.rank()! < 0]).toEqual([false, true]);
  const other = items.item({ item: 8, streamtype: 'video' });
  void other.check();
  await pass();
  expect([sent[1]!.isUrgent, sent[1]!.rank()! > 0]).toEqual([true, true]);
  void film.check();
  await pass();
  expect(sent[0]!.rank()).toBeGreaterThan(sent[1]!.rank()!);
  await sent[0]!.answer(denied);
  expect(sent[0]!.rank(), 'it has its answer').toBe(undefined);
});

test('a check of the page that joins one under way waits for 30 s, and that one goes on', async () => {
  const { film, known, sent, pass } = createHeldItems();
  void known.recheck();
  await pass(20_000);
  const joined = film.check();
  let state: ItemState | undefined;
  void joined.then((now) => (state = now));
  await pass(29_999);
  expect(state).toBe(undefined);
  await pass(1);
  expect(state).toMatchObject({ access: 'unknown', checking: true, error: { code: 'timeout' } });
  await sent[0]!.answer(granted);
  expect(film.$state.get()).toMatchObject({ access: 'granted', checking: false });
});

test('a check that is asked again after one under way waits for 30 s in all', async () => {
  const { film, known, sent, pass } = createHeldItems();
  void known.recheck();
  await pass();
  markAsStale(known.internals);
  let code: string | undefined;
  void film.check().then(({ error }) => (code = error?.code));
  await pass(20_000);
  await sent[0]!.answer(denied);
  expect(sent).toHaveLength(2);
  await pass(9999);
  expect(code).toBe(undefined);
  await pass(1);
  expect(code).toBe('timeout');
});

test('the wait that the platform requests is noted, up to an hour, until it answers', async () => {
  const { film, known, clock, sent, pass } = createHeldItems();
  for (const [index, waitMs] of [600_000, 86_400_000].entries()) {
    void film.check();
    await pass();
    await sent[index]!.fail(new PlatformError('payment/itemstate', 503, 'busy', waitMs));
    expect(known.internals.retryAt).toBe(clock.monotonic() + Math.min(waitMs, 3_600_000));
  }
  void film.check();
  await pass();
  await sent[2]!.answer(granted);
  expect(known.internals.retryAt).toBe(0);
});

test('of two items that the runtime checks, the one that was used last is first', async () => {
  const { items, known, sent, pass } = createHeldItems();
  known.item.$state.subscribe(() => {});
  items.item({ item: 8, streamtype: 'video' }).$state.subscribe(() => {});
  await pass();
  expect(sent[1]!.rank()).toBeGreaterThan(sent[0]!.rank()!);
});

test('a claim waits for the check under way, and only it performs a transaction', async () => {
  const { film, sent, pass } = createHeldItems();
  void film.check();
  await pass();
  const claims = [film.claim(), film.claim()];
  await pass();
  expect(sent).toHaveLength(1);
  await sent[0]!.answer(denied);
  expect(sent.map(({ values }) => values)).toEqual([
    reference,
    { ...reference, performTransactionIfPossible: true },
  ]);
  await sent[1]!.answer(granted);
  expect((await Promise.all(claims)).map(({ access }) => access)).toEqual(['granted', 'granted']);
  void film.claim();
  await pass();
  expect(sent, 'a later claim is another one').toHaveLength(3);
});

test('each viewer has a claim of their own, and none is sent for another viewer', async () => {
  const page = await checked(denied);
  const { film, sent } = page;
  const first = film.claim();
  await page.pass();
  page.become('18');
  const second = film.claim();
  await page.pass();
  expect(sent, 'the second waits for the first').toHaveLength(2);
  await sent[1]!.answer(granted);
  expect(sent).toHaveLength(3);
  void film.claim();
  await sent[2]!.answer(granted);
  expect(sent, 'the first one has ended no other').toHaveLength(3);
  expect([(await first).access, (await second).access]).toEqual(['granted', 'granted']);
});

for (const [words, change] of [
  ['another viewer logs in', (page: HeldItems) => page.become('18')],
  ['the viewer logs out', (page: HeldItems) => page.become(null)],
  ['another tab announces a login', (page: HeldItems) => page.announceLogin()],
] as const) {
  test(`a claim is not sent when ${words} before it leaves, and the item is checked again`, async () => {
    const page = await checked(denied);
    const { film, sent } = page;
    const claim = film.claim();
    await Promise.resolve();
    change(page);
    await page.pass();
    expect(sent.map(({ values }) => values)).toEqual([reference, reference]);
    expect(film.$state.get()).toMatchObject({ access: 'denied', checking: true });
    await sent[1]!.answer(granted);
    expect(await claim).toMatchObject({ access: 'granted', error: { code: 'identity-changed' } });
    expect(film.$state.get()).toMatchObject({ access: 'granted', checking: false });
    expect(film.$state.get().error).toBe(undefined);
  });
}

test('an answer for an earlier viewer is shown to nobody, and the page gets that for the present one', async () => {
  const page = createHeldItems();
  const { film, sent, items, session } = page;
  resetWithViewer(session, items);
  const check = film.check();
  await page.pass();
  page.become('18');
  expect(sent[0]!.rank(), 'it need not be sent any more').toBe(undefined);
  await sent[0]!.answer(granted);
  expect(film.$state.get().access).toBe('unknown');
  expect(sent).toHaveLength(2);
  await sent[1]!.answer(denied);
  expect((await check).access).toBe('denied');
});

test('a claim that is answered for an earlier viewer says so', async () => {
  const page = createHeldItems();
  const { film, sent, items, session } = page;
  resetWithViewer(session, items);
  const claim = film.claim();
  await page.pass();
  page.become('18');
  await sent[0]!.answer(granted);
  await sent[1]!.answer(denied);
  expect(await claim).toMatchObject({ access: 'denied', error: { code: 'identity-changed' } });
  expect(film.$state.get().error).toBe(undefined);
});

test('a check of the runtime for an earlier viewer asks nothing more', async () => {
  const page = createHeldItems();
  const { known, sent, items, session } = page;
  resetWithViewer(session, items);
  const recheck = known.recheck();
  await page.pass();
  page.become('18');
  await sent[0]!.answer(granted);
  expect((await recheck).access).toBe('unknown');
  expect(sent).toHaveLength(1);
});

test('with another viewer an item has no state, and is checked again while it has a listener', async () => {
  for (const isFollowed of [true, false]) {
    const page = await checked(granted);
    const { film, sent, items, session } = page;
    resetWithViewer(session, items);
    if (isFollowed) film.$state.subscribe(() => {});
    await page.pass();
    page.become('17');
    expect(film.$state.get().access, 'the same viewer').toBe('granted');
    page.become('18');
    expect(film.$state.get().access).toBe('unknown');
    await page.pass();
    expect(sent).toHaveLength(isFollowed ? 2 : 1);
  }
});

test('an item that was never checked does not change with the viewer', async () => {
  const page = createHeldItems();
  resetWithViewer(page.session, page.items);
  let changes = 0;
  page.items.observers.add(() => changes++);
  page.become('18');
  await page.pass();
  expect([changes, page.sent.length]).toEqual([0, 0]);
});

test('an erased page checks no item until the page calls again', async () => {
  const page = await checked(denied);
  const { film, sent, items, session, viewerController } = page;
  resetWithViewer(session, items);
  film.$state.subscribe(() => {});
  page.change({ status: 'ended', record: erasure });
  await page.pass();
  expect(film.$state.get().access).toBe('unknown');
  expect(sent).toHaveLength(1);
  void recheckAccess(items);
  await page.pass();
  expect(sent, 'a purchase of the device was finished').toHaveLength(1);
  viewerController.abort();
  const [state, claim] = [film.check(), film.claim()];
  await page.pass();
  expect(sent).toHaveLength(1);
  expect((await state).error).toBe(undefined);
  expect((await claim).error).toMatchObject({ code: 'identity-changed' });
});

test('an erased page opens no session for a claim, also when it does not know the viewer', async () => {
  const page = createHeldItems();
  const sessions = page.holdSession(Promise.resolve());
  page.hideViewer();
  page.change({ status: 'ended', record: erasure });
  page.viewerController.abort();
  expect((await page.film.claim()).error).toMatchObject({ code: 'identity-changed' });
  expect(sessions()).toBe(0);
});

test('a claim of a viewer whom the page does not know yet is sent for the first one who is known', async () => {
  const page = createHeldItems();
  page.hideViewer();
  const claim = page.film.claim();
  await page.pass();
  await page.sent[0]!.answer(granted);
  const { access, error } = await claim;
  expect([access, error]).toEqual(['granted', undefined]);
});

test('a claim without a user is not sent for one who logs in while it waits for a session', async () => {
  const page = createHeldItems();
  let open = (): void => {};
  page.holdSession(new Promise((resolve) => (open = resolve)));
  page.become(null);
  const claim = page.film.claim();
  await page.pass();
  page.become('18');
  open();
  await page.pass();
  expect(page.sent.map(({ values }) => values)).toEqual([reference]);
  await page.sent[0]!.answer(denied);
  expect((await claim).error).toMatchObject({ code: 'identity-changed' });
});

test('a claim that is refused ends no check of the next viewer, and shows no earlier grant', async () => {
  const page = await checked(granted);
  const { film, sent, items, session } = page;
  resetWithViewer(session, items);
  let open = (): void => {};
  page.holdSession(new Promise((resolve) => (open = resolve)));
  const claim = film.claim();
  await page.pass();
  page.become('18');
  film.$state.subscribe(() => {});
  await page.pass();
  expect(sent).toHaveLength(2);
  open();
  await page.pass();
  expect(film.$state.get()).toMatchObject({ access: 'unknown', checking: true });
  await sent[1]!.answer(denied);
  expect(sent).toHaveLength(2);
  expect(await claim).toMatchObject({ access: 'denied', error: { code: 'identity-changed' } });
});

test('a claim that is refused on an erased page leaves no check under way', async () => {
  const page = await checked(denied);
  let open = (): void => {};
  page.holdSession(new Promise((resolve) => (open = resolve)));
  const claim = page.film.claim();
  await page.pass();
  page.become('18');
  page.change({ record: erasure });
  page.viewerController.abort();
  open();
  await page.pass();
  expect(page.sent).toHaveLength(1);
  expect((await claim).error).toMatchObject({ code: 'identity-changed' });
  expect(page.film.$state.get().checking).toBe(false);
});

test('a logout ends a session, but not the checks of the page', async () => {
  const page = await checked(denied);
  page.viewerController.abort();
  void page.film.check();
  await page.pass();
  expect(page.sent).toHaveLength(2);
});

test('after a purchase items without a grant are checked again, with a listener at once', async () => {
  const page = await checked(denied);
  const { film, sent, items } = page;
  items.item({ item: 8, streamtype: 'video' });
  let observed = 0;
  items.observers.add((item) => {
    if (!item) observed++;
  });
  void recheckAccess(items);
  await page.pass();
  expect([sent.length, observed]).toEqual([1, 1]);
  film.$state.subscribe(() => {});
  await page.pass();
  expect(sent, 'its next listener').toHaveLength(2);
  await sent[1]!.answer(denied);
  void recheckDenied(items);
  await page.pass();
  expect(sent).toHaveLength(3);
  await sent[2]!.answer(granted);
  void recheckDenied(items);
  await page.pass();
  expect(sent, 'a grant stays').toHaveLength(3);
});

test('after a purchase or a voucher a grant that ends is checked again, and no other', async () => {
  const page = await checked({ ...granted, validUntil: 1_900_000_000 });
  const { film, sent, items } = page;
  void recheckDenied(items);
  void recheckAccess(items);
  await page.pass();
  expect(sent, 'nothing shows it').toHaveLength(1);
  film.$state.subscribe(() => {});
  await page.pass();
  expect(sent, 'its next listener').toHaveLength(2);
  await sent[1]!.answer({ ...granted, validUntil: 1_900_000_000 });
  void recheckDenied(items);
  await page.pass();
  expect(sent, 'the network is back').toHaveLength(2);
  void recheckAccess(items, film.$state.get().checkedAt! - 1);
  await page.pass();
  expect(sent, 'it was checked since then').toHaveLength(2);
  void recheckAccess(items);
  await page.pass();
  expect(sent).toHaveLength(3);
  expect(film.$state.get(), 'meanwhile').toMatchObject({ access: 'granted', checking: true });
  await sent[2]!.answer({ ...granted, validUntil: 0 });
  expect(film.$state.get().expiresAt).toBe(null);
  void recheckAccess(items);
  await page.pass();
  expect(sent, 'it does not end any more').toHaveLength(3);
});

test('an item whose check failed is checked when the page has a session again', async () => {
  const page = createHeldItems();
  const { film, sent, items, session } = page;
  film.$state.subscribe(() => {});
  await page.pass();
  await sent[0]!.fail(new NetworkError());
  recheckWithSession(session, items);
  page.change({});
  await page.pass();
  expect(sent, 'the session was there all the time').toHaveLength(1);
  for (const status of ['offline', 'offline', 'degraded']) {
    page.change({ status });
    await page.pass();
  }
  expect(sent, 'no session yet').toHaveLength(1);
  page.change({ status: 'ready' });
  page.change({});
  await page.pass();
  expect(sent, 'once').toHaveLength(2);
  await sent[1]!.answer(denied);
  page.change({ status: 'offline' });
  page.change({ status: 'ready' });
  await page.pass();
  expect(sent, 'it has an answer').toHaveLength(2);
});

test('a session that is back checks no item that is granted, or that has no listener', async () => {
  for (const [general, isFollowed, count] of [
    [granted, true, 2],
    [denied, false, 2],
    [denied, true, 3],
  ] as const) {
    const page = await checked(general);
    const { film, sent, items, session, known } = page;
    void film.check();
    await page.pass();
    await sent[1]!.fail(new NetworkError());
    if (isFollowed) film.$state.subscribe(() => {});
    page.change({ status: 'offline' });
    recheckWithSession(session, items);
    page.change({ status: 'degraded' });
    page.change({ status: 'ready' });
    await page.pass();
    expect(sent).toHaveLength(count);
    expect(known.internals.isStale).toBe(general === denied && !isFollowed);
  }
});

test('an item that may gain is checked again when the same user logs in once more, in any tab', async () => {
  for (const [general, count] of [
    [granted, 1],
    [denied, 2],
    [{ ...granted, validUntil: 1_900_000_000 }, 2],
  ] as const) {
    const page = await checked(general);
    const { film, sent, items, session } = page;
    recheckWithSession(session, items);
    film.$state.subscribe(() => {});
    page.change({ record: { epoch: 2 } });
    page.change({});
    await page.pass();
    expect(sent).toHaveLength(count);
  }
});

test('a login of another user is no login of the same one', async () => {
  const page = await checked(denied);
  const { film, sent, items, session } = page;
  recheckWithSession(session, items);
  film.$state.subscribe(() => {});
  for (const [epoch, user] of [
    [2, '18'],
    [3, null],
    [4, null],
  ] as const) {
    Object.assign(session.context, { record: { epoch } });
    page.become(user);
  }
  await page.pass();
  expect(sent, 'such a login resets the items').toHaveLength(1);
});

test('an erased page sends no claim that waits for a check', async () => {
  const page = createHeldItems();
  const { film, sent, viewerController } = page;
  void film.check();
  await page.pass();
  const claim = film.claim();
  page.change({ record: erasure });
  viewerController.abort();
  await sent[0]!.answer(denied);
  expect(sent).toHaveLength(1);
  expect((await claim).error).toMatchObject({ code: 'identity-changed' });
});

test('a claim of a viewer without a user is their own', async () => {
  const page = await checked(denied);
  page.become(null);
  const claim = page.film.claim();
  await page.pass();
  await page.sent[1]!.answer(granted);
  expect((await claim).access).toBe('granted');
});
