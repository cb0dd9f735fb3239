import { expect, test } from '@playwright/test';
import { logIn, openTwo, userOf, usherOf } from '../../fixtures/session/two-tabs.ts';
import { createPages, mirrorOf, type Pages } from '../../world/pages.ts';
import { setNetwork } from '../../world/perform-device.ts';

const second = 1000;

const hasLogin = (pages: Pages): boolean => mirrorOf(pages).includes('"login"');

/** Two logins of two tabs, while answers are slow. Waits until both are over. */
async function logInTwice(pages: Pages): Promise<readonly (string | undefined)[]> {
  setNetwork(pages.device, 'slow');
  const logins = [logIn(pages, 0, 2), logIn(pages, 1, 3)];
  await pages.until(() => pages.sentTo('session/login').length >= 3);
  setNetwork(pages.device, 'up');
  await pages.pass(30 * second);
  return logins.map(({ code }) => code());
}

test('a login is refused where only static details are known', async () => {
  const pages = await createPages(5);
  pages.device.network.plan('500', 9, 'session/init');
  pages.open(0);
  await pages.pass(2 * second);
  expect(usherOf(pages, 0).$session.get().status).toBe('static');
  const login = logIn(pages, 0, 1);
  await pages.pass(second);
  expect(login.code()).toBe('static-session');
  expect(pages.sentTo('session/login')).toHaveLength(0);
});

test('a logout ends a login that waits for another tab', async () => {
  const pages = await openTwo();
  pages.device.network.plan('never answered', 1, 'session/login');
  logIn(pages, 1, 2);
  await pages.until(() => pages.sentTo('session/login').length === 2, 1);
  const waiting = logIn(pages, 0, 3);
  await pages.pass(second);
  expect(waiting.code()).toBe(undefined);
  void usherOf(pages, 0).logout();
  await pages.pass(40 * second);
  expect(waiting.code()).toBe('aborted');
  expect(pages.sentTo('session/login')).toHaveLength(2);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([null, null]);
});

test('without IndexedDB too, two logins of two tabs are sent one after the other', async () => {
  const pages = await openTwo(8);
  pages.device.setDatabase('rejects');
  expect(await logInTwice(pages)).toEqual(['done', 'done']);
  const [, first, last] = pages.sentTo('session/login');
  expect(last!.at).toBeGreaterThanOrEqual(first!.endedAt!);
});

test('an aborted login that was announced, but not sent, holds up no other call', async () => {
  const pages = await openTwo();
  const abort = new AbortController();
  const login = logIn(pages, 0, 2, abort.signal);
  await pages.until(() => hasLogin(pages), 1);
  abort.abort();
  await pages.pass(second);
  expect(login.code()).toBe('aborted');
  expect(hasLogin(pages)).toBe(false);
  let isAnswered = false;
  void usherOf(pages, 1)
    .call('allmedia/latest')
    .then(() => (isAnswered = true));
  await pages.pass(second);
  expect(isAnswered).toBe(true);
  const next = logIn(pages, 1, 3);
  await pages.pass(2 * second);
  expect(next.code()).toBe('done');
  expect(pages.sentTo('session/login')).toHaveLength(2);
});
