import { expect, test } from '@playwright/test';
import { logIn, openTwo, userOf, viewerOf } from '../../fixtures/session/two-tabs.ts';
import type { Mishap } from '../../world/network.ts';
import type { WorldPage } from '../../world/page.ts';
import { mirrorOf, type Pages } from '../../world/pages.ts';
import { setNetwork } from '../../world/perform-device.ts';

const second = 1000;

/** The login that comes after the first one of `openTwo`. */
const secondLogin = ({ sentTo }: Pages) => sentTo('session/login')[1];

test('a login that waits for the one of another tab can be aborted', async () => {
  const pages = await openTwo();
  setNetwork(pages.device, 'slow');
  logIn(pages, 0, 2);
  await pages.until(() => secondLogin(pages) !== undefined);
  const abort = new AbortController();
  const waiting = logIn(pages, 1, 3, abort.signal);
  await pages.pass(20);
  expect(waiting.code()).toBe(undefined);
  abort.abort();
  await pages.pass(20);
  expect(waiting.code()).toBe('aborted');
  await pages.pass(30 * second);
  expect(pages.sentTo('session/login')).toHaveLength(2);
});

/** A page that the browser had frozen runs again. */
const thaw = ({ pace, fire }: WorldPage): void => pace.thaw(() => fire('resume'));

test('a login of a page that was frozen before it was sent is not sent any more', async () => {
  const pages = await openTwo();
  const login = logIn(pages, 0, 2);
  await pages.until(() => mirrorOf(pages).includes('"login"'), 1);
  pages.page(0).pace.freeze();
  await pages.pass(5 * second);
  thaw(pages.page(0));
  await pages.pass(5 * second);
  expect(login.code()).toBe('aborted');
  expect(secondLogin(pages)).toBe(undefined);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([1, 1]);
});

interface AfterOpening {
  /** What becomes of the questions who it is. */
  readonly refuse?: Mishap;
  /** How many requests of static details fail. */
  readonly details?: number;
  /** The page that opened is closed before the login is answered. */
  readonly isClosed?: boolean;
}

/**
 * Logs the second viewer in, while a page opens: init is answered with the first one before the
 * login arrives. Then the platform gives the session to a user.
 */
async function logInBesideOpening(
  after: string | null,
  { refuse, details = 4, isClosed = false }: AfterOpening = {},
): Promise<{
  readonly pages: Pages;
  readonly code: () => string | undefined;
}> {
  const pages = await openTwo(5, { hasInit: false });
  const { device, world } = pages;
  device.network.plan('late on the way there', 1, 'session/login');
  device.site = { ...device.site, hasInit: true };
  const { usher } = device.open(1, { again: true });
  void usher.start().catch(() => {}); // it has other init fields, so it asks the platform
  const { code } = logIn(pages, 0, 2);
  await pages.until(() => secondLogin(pages)?.arrivedAt !== undefined, 1);
  expect(mirrorOf(pages)).toContain('"waitsForEnd":true');
  if (isClosed) device.close(1, true);
  world.platform.handSessionTo(after, world.now());
  if (refuse) {
    device.network.plan(refuse, 4, 'session/init');
    device.network.plan('500', details, 'session/staticdetails');
  }
  await pages.pass(20 * second);
  return { pages, code };
}

test('a login beside which a page opened is confirmed by the platform', async () => {
  const { pages, code } = await logInBesideOpening(viewerOf(2).id);
  expect(code()).toBe('done');
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([2, 2]);
});

for (const [words, user, shown] of [
  ['another user', viewerOf(3).id, 3],
  ['nobody', null, null],
] as const) {
  test(`a login beside which a page opened rejects when the session is that of ${words} by then`, async () => {
    const { pages, code } = await logInBesideOpening(user);
    expect(code()).toBe('aborted');
    expect([0, 1].map((place) => userOf(pages, place))).toEqual([shown, shown]);
  });
}

test('a login beside which a page opened is confirmed also when that page is closed by then', async () => {
  const { pages, code } = await logInBesideOpening(viewerOf(3).id, { isClosed: true });
  expect(code()).toBe('aborted');
  expect(userOf(pages, 0)).toBe(3);
  const shown = pages.world.facts.shown.map(({ user }) => user);
  expect(shown, 'the user of the answer was never shown').not.toContain(viewerOf(2).id);
});

test('a login that was carried out was not refused when the platform refuses to say who it is', async () => {
  const { code } = await logInBesideOpening(viewerOf(2).id, { refuse: '403' });
  expect(code()).toBe('platform');
});

test('a login beside which a page opened rejects when the platform gives no session by then', async () => {
  const { code } = await logInBesideOpening(viewerOf(2).id, { refuse: '500', details: 0 });
  expect(code()).toBe('aborted');
});

for (const [mishap, isAsked] of [
  ['400 checkout session declined', false],
  ['403', false],
  ['429 for a minute', false],
  ['500', true],
  ['503 for five seconds', true],
] as const) {
  test(`after a login that is answered ${mishap}, the platform is ${isAsked ? '' : 'not '}asked who it is`, async () => {
    const pages = await openTwo();
    pages.device.network.plan(mishap, 1, 'session/login');
    const login = logIn(pages, 0, 2);
    await pages.until(() => login.code() !== undefined, 1);
    expect(userOf(pages, 0)).toBe(isAsked ? undefined : 1);
    await pages.pass(20 * second);
    expect([0, 1].map((place) => userOf(pages, place))).toEqual([1, 1]);
    expect(pages.sentTo('session/init').length > 1).toBe(isAsked);
  });
}

test('a page that is hidden after its login still shows the user', async () => {
  const pages = await openTwo();
  const login = logIn(pages, 0, 2);
  await pages.until(() => login.code() !== undefined);
  const { fire } = pages.page(0);
  fire('pagehide');
  await pages.pass(second);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([2, 2]);
  expect(pages.sentTo('session/init')).toHaveLength(1);
});

test('an answer that a frozen page reads after the login of another tab changes nothing', async () => {
  const pages = await openTwo();
  const late = logIn(pages, 0, 2);
  await pages.until(() => secondLogin(pages)?.arrivedAt !== undefined, 1);
  pages.page(0).pace.freeze();
  await pages.pass(20 * second); // the other tab has asked whose session it is
  const login = logIn(pages, 1, 3);
  await pages.pass(5 * second);
  expect(login.code()).toBe('done');
  thaw(pages.page(0));
  await pages.pass(5 * second);
  expect(late.code()).not.toBe('done');
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([3, 3]);
});
