import { expect, test } from '@playwright/test';
import { logIn, openTwo, userOf, usherOf } from '../../fixtures/session/two-tabs.ts';
import type { Mishap } from '../../world/network.ts';
import { mirrorOf, type Pages } from '../../world/pages.ts';
import { setNetwork } from '../../world/perform-device.ts';

const second = 1000;
const afterLogin = 14 * second;

const usersOf = (pages: Pages): unknown[] => [0, 1].map((place) => userOf(pages, place));

/** The login that comes after the first one of `openTwo`. */
const secondLogin = ({ sentTo }: Pages) => sentTo('session/login')[1];

/**
 * Logs the second viewer in on the first page, and freezes that page before it reads the answer.
 * The clock is set, so that the login is over for the other tab, which asks the platform. It begins
 * after that: an open page would notice that the request itself is not over, and ask again later.
 */
async function freezeLogin(mishap?: Mishap): Promise<{
  readonly pages: Pages;
  readonly code: () => string | undefined;
  readonly thaw: () => void;
}> {
  const pages = await openTwo();
  if (mishap) pages.device.network.plan(mishap, 1, 'session/login');
  const { code } = logIn(pages, 0, 2);
  await pages.until(() => secondLogin(pages)?.arrivedAt !== undefined, 1);
  const { pace, fire } = pages.page(0);
  pace.freeze();
  pages.device.close(1);
  pages.device.setClock(afterLogin);
  pages.open(1);
  await pages.pass(3 * second);
  expect(userOf(pages, 1)).toBe(mishap ? 1 : 2);
  return { pages, code, thaw: () => pace.thaw(() => fire('resume')) };
}

test('the answer of a login that other tabs have settled is not shown after a later login', async () => {
  const { pages, code, thaw } = await freezeLogin();
  const later = logIn(pages, 1, 3);
  await pages.pass(2 * second);
  expect(later.code()).toBe('done');
  pages.device.close(1);
  thaw();
  await pages.pass(10 * second);
  expect(code()).toBe('aborted');
  expect(userOf(pages, 0)).toBe(3);
  expect(pages.sentTo('session/init')).toHaveLength(3);
});

test('a late refusal of a login leaves the login of another tab announced', async () => {
  const { pages, thaw } = await freezeLogin('403');
  pages.device.network.plan('late on the way there', 1, 'session/login');
  const later = logIn(pages, 1, 3);
  await pages.pass(100);
  expect(mirrorOf(pages)).toContain('"login"');
  thaw();
  await pages.pass(100);
  expect(mirrorOf(pages)).toContain('"login"');
  await pages.pass(20 * second);
  expect(later.code()).toBe('done');
  expect(usersOf(pages)).toEqual([3, 3]);
});

test('a logout while a login is under way ends it, and nobody is logged in', async () => {
  const pages = await openTwo();
  setNetwork(pages.device, 'slow');
  const login = logIn(pages, 0, 2);
  await pages.until(() => secondLogin(pages)?.arrivedAt !== undefined, 1);
  void usherOf(pages, 0).logout();
  setNetwork(pages.device, 'up');
  await pages.pass(100);
  expect(login.code()).toBe('aborted');
  expect(usersOf(pages)).toEqual([null, null]);
  expect(mirrorOf(pages)).not.toContain('"login"');
  await pages.pass(20 * second);
  expect(usersOf(pages)).toEqual([null, null]);
  expect(pages.sentTo('session/init')).toHaveLength(1);
});

test('a login that is refused after one whose tab has crashed shows the user of that one', async () => {
  const pages = await openTwo(3); // the login gets the lease before the question who it is
  logIn(pages, 1, 1); // now both have the code
  await pages.pass(5 * second);
  pages.device.network.plan('never answered', 1, 'session/login');
  pages.device.network.plan('403', 1, 'session/login');
  const logins = [logIn(pages, 0, 2), logIn(pages, 1, 3)];
  const first = () => pages.sentTo('session/login')[2];
  await pages.until(() => first()?.arrivedAt !== undefined, 1);
  const [sender, waiting] = pages.page(0).name === first()!.page ? [0, 1] : [1, 0];
  pages.device.close(sender, true);
  await pages.pass(29 * second);
  expect(logins[waiting]!.code()).toBe('login-failed');
  expect(userOf(pages, waiting)).toBe(sender === 0 ? 2 : 3);
});
