import { expect, test } from '@playwright/test';
import { settle } from '../../../src/session/recovery/settle-login.ts';
import type { SavedSession } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { logIn, openTwo, userOf, usherOf } from '../../fixtures/session/two-tabs.ts';
import type { Pages } from '../../world/pages.ts';

const second = 1000;
const minute = 60 * second;

/** Opens a third page, in mode `static`. The other pages keep their mode. */
function openStatic(pages: Pages): void {
  const { device } = pages;
  const { site } = device;
  device.site = { ...site, mode: 'static' };
  pages.open(2);
  device.site = site;
}

for (const opened of ['before', 'during'] as const) {
  test(`a page in mode static that opens ${opened} a login in another tab stays without a session`, async () => {
    const pages = await openTwo();
    const { device, world } = pages;
    if (opened === 'before') openStatic(pages);
    await pages.pass(5 * second);
    device.network.plan('late', 1, 'session/login');
    logIn(pages, 0, 2);
    await pages.pass(500);
    if (opened === 'during') openStatic(pages);
    await pages.pass(500);
    const { usher, name } = pages.page(2);
    let code = '';
    usher.call('allmedia/latest').then(
      () => (code = 'done'),
      (error: Error & { code?: string }) => (code = error.code ?? error.message),
    );
    await pages.pass(second);
    // It does not wait for the login. This platform answers only calls with a session.
    expect(code).toBe('platform');
    await pages.pass(30 * minute);
    expect(usherOf(pages, 1).$user.get()?.id).toBeDefined();
    expect(usher.$session.get()).toMatchObject({ status: 'static', id: null, user: null });
    const sent = world.facts.sent.filter(({ page }) => page === name);
    expect(sent.map(({ id, session }) => [id, session])).toEqual([
      ['session/staticdetails', null],
      ['allmedia/latest', null],
    ]);
  });
}

/** A page that learns what another tab has stored as soon as it is its turn to ask. */
async function settledAfter(others: SavedSession | undefined) {
  const session = savedSession('7');
  const login = { id: 'a', session: '7', endsAt: 1, isUnclear: true };
  const { stores, context, run } = createHeldSession('device', recordOf({ session, login }));
  const sync = (): void => {};
  let asked = 0;
  Object.assign(context.browser, { page: { activated: () => asked++ } });
  Object.assign(context, {
    current: session,
    record: stores.stored(),
    startBackground: async () => {
      const openUnderLease = async (ask: () => Promise<unknown>): Promise<unknown> => {
        Object.assign(context, { record: recordOf({ session: others }), current: others });
        return ask();
      };
      Object.assign(context, { background: { openUnderLease, sync } });
    },
  });
  const settled = await run(() => settle(context, new AbortController().signal)).catch(
    ({ code }: { readonly code: string }) => code,
  );
  return { settled, asked };
}

test('a page that waits for its turn to ask does not ask after another tab', async () => {
  const session = savedSession('7', { user: { id: '17', name: 'ada' } as never });
  expect(await settledAfter(session)).toEqual({ settled: session, asked: 0 });
});

test('a page that waits for its turn to ask is told of a logout in another tab', async () => {
  expect(await settledAfter(undefined)).toEqual({ settled: 'aborted', asked: 0 });
});

test('a page that was offline for a lost login shows the viewer as soon as it is online again', async () => {
  const pages = await openTwo();
  const { network } = pages.device;
  network.behave('refuses');
  logIn(pages, 0, 2);
  await pages.pass(5 * minute);
  expect(usherOf(pages, 0).$user.get()).toBeUndefined();
  network.behave('up');
  await pages.pass(2 * minute); // the longest wait between two openings
  const { sent, shown } = pages.world.facts;
  const answered = sent.filter(
    ({ id, at, heardAt }) => id === 'session/init' && at > minute && heardAt,
  );
  expect(answered).toHaveLength(1);
  const { page: asked, heardAt } = answered[0]!;
  const known = shown.find(({ page, at, user }) => page === asked && at >= heardAt! && user)!;
  expect(known.at - heardAt!).toBeLessThan(100);
});

/** An aborted login of the second viewer, which arrives late or never, in two tabs of the first. */
async function abortedLogin(seed: number, setWhile: 'for the answer' | 'for the end') {
  const pages = await openTwo(seed);
  const { device } = pages;
  device.network.plan('late on the way there', 1, 'session/login');
  const controller = new AbortController();
  const { code } = logIn(pages, 0, 2, controller.signal);
  const sent = () => pages.sentTo('session/login')[1];
  await pages.until(() => sent() !== undefined, 1);
  await pages.pass(100);
  expect(sent()!.arrivedAt).toBeUndefined();
  if (setWhile === 'for the answer') device.setClock(30 * second);
  controller.abort();
  await pages.pass(200);
  if (setWhile === 'for the end') device.setClock(30 * second);
  await pages.pass(30 * second);
  expect(code()).toBe('aborted');
  const users = [0, 1].map((place) => userOf(pages, place));
  return { hasArrived: sent()!.arrivedAt !== undefined, users };
}

for (const setWhile of ['for the answer', 'for the end'] as const) {
  test(`a login has its whole time when the clock is set forward in the wait ${setWhile}`, async () => {
    const arrived: unknown[] = [];
    for (let seed = 12; seed < 18; seed++) {
      const { hasArrived, users } = await abortedLogin(seed, setWhile);
      expect(users, `seed ${seed}`).toEqual(hasArrived ? [2, 2] : [1, 1]);
      if (hasArrived) arrived.push(seed);
    }
    expect(arrived).not.toEqual([]);
  });
}
