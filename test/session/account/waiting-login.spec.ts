import { expect, test } from '@playwright/test';
import type { Usher } from '../../../src/index.ts';
import type { DurableRecord } from '../../../src/session/storage/durable-record.ts';
import {
  logIn,
  numberOf,
  openTwo,
  userOf,
  usherOf,
  viewerOf,
} from '../../fixtures/session/two-tabs.ts';
import { createPages, durableIn, key, type Pages } from '../../world/pages.ts';

const second = 1000;

/** Another tab takes the lease for the next 15 s. */
function occupy(pages: Pages): void {
  const { device } = pages;
  const sessions = device.database.stores().get('sessions') as Map<string, DurableRecord>;
  const expiresAt = device.wallNow() + 15 * second;
  sessions.set(key, { ...durableIn(pages), lease: { tabId: 'another tab', expiresAt } });
}

/** Lets time pass, in which another tab has the lease. */
async function passOccupied(pages: Pages, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    occupy(pages);
    await pages.pass(second);
  }
}

const loginsSent = ({ sentTo }: Pages): number => sentTo('session/login').length;

test('a login that cannot be announced rejects after 30 s, and is never sent', async () => {
  const pages = await openTwo();
  await pages.pass(7 * second); // the page is older than the login
  occupy(pages);
  const login = logIn(pages, 0, 2);
  await passOccupied(pages, 29);
  expect(login.code()).toBe(undefined);
  await passOccupied(pages, 2);
  expect(login.code()).toBe('timeout');
  await pages.pass(30 * second);
  expect(loginsSent(pages)).toBe(1);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([1, 1]);
});

test('a login that waits for another tab rejects as soon as its page disposes of the runtime', async () => {
  const pages = await openTwo();
  occupy(pages);
  const login = logIn(pages, 0, 2);
  await passOccupied(pages, 2);
  expect(login.code()).toBe(undefined);
  usherOf(pages, 0).dispose();
  await pages.pass(1);
  expect(login.code()).toBe('aborted');
  await pages.pass(30 * second);
  expect(loginsSent(pages)).toBe(1);
});

test('a logout ends a login that waits for the lease', async () => {
  const pages = await openTwo();
  occupy(pages);
  const login = logIn(pages, 0, 2);
  await passOccupied(pages, 2);
  expect(login.code()).toBe(undefined);
  void usherOf(pages, 0).logout();
  await pages.pass(30 * second);
  expect(login.code()).toBe('aborted');
  expect(loginsSent(pages)).toBe(1);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([null, null]);
});

for (const [way, end] of [
  ['logout()', (usher: Usher) => usher.logout()],
  ['forget()', (usher: Usher) => usher.forget()],
  ['a withdrawal of consent', (usher: Usher) => usher.setPersistence('none')],
] as const) {
  test(`${way} right after a login ends it, while its code still loads`, async () => {
    const pages = await createPages(5);
    const { usher } = pages.open(0);
    await pages.pass(5 * second);
    const { name: username, password } = viewerOf(1);
    const raw = usher.call('session/login', { provider: 'manual', username, password });
    const ended = raw.catch(({ code }: { readonly code: string }) => code);
    const login = logIn(pages, 0, 1);
    void end(usher);
    void usher.start(); // there is a session again before the code is there
    await pages.pass(30 * second);
    expect(login.code()).toBe('aborted');
    expect(await ended).toBe('aborted');
    expect(loginsSent(pages)).toBe(0);
    expect(userOf(pages, 0)).toBe(null);
  });
}

test('a logout ends an earlier login whose code loads, when another tab has logged in since', async () => {
  const pages = await createPages(5);
  for (const place of [0, 1]) pages.open(place);
  await pages.pass(5 * second);
  logIn(pages, 1, 1);
  await pages.pass(5 * second);
  pages.device.chunks.delay(9);
  const login = logIn(pages, 0, 3);
  logIn(pages, 1, 2);
  await pages.until(() => userOf(pages, 0) === 2, 1);
  void usherOf(pages, 0).logout();
  await pages.pass(30 * second);
  expect(login.code()).toBe('aborted');
  expect(loginsSent(pages)).toBe(2);
  expect(userOf(pages, 0)).toBe(null);
});

test('a login right after a logout is sent', async () => {
  const pages = await openTwo();
  void usherOf(pages, 0).logout();
  const login = logIn(pages, 0, 2);
  await pages.pass(5 * second);
  expect(login.code()).toBe('done');
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([2, 2]);
});

test('a login that waits for the login of another tab is sent in the session of its answer', async () => {
  const pages = await openTwo(5, {}, { renames: true });
  logIn(pages, 1, 1); // now both have the code
  await pages.pass(5 * second);
  const logins = [logIn(pages, 0, 2), logIn(pages, 1, 3)];
  await pages.pass(20 * second);
  expect(logins.map(({ code }) => code())).toEqual(['done', 'done']);
  const [, , first, last] = pages.sentTo('session/login');
  expect(last!.session).toBe(first!.opened);
  expect(last!.session).not.toBe(first!.session);
  const user = numberOf(last!.user!);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([user, user]);
});
