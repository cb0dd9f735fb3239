import { expect, test } from '@playwright/test';
import type { WorldEvent } from './events.ts';
import { lastShown, play, wait } from './play.ts';
import { usualSite, type Site } from './site.ts';

// What a viewer must find at the end of sequences about which no judge can speak.

test('a logout right after a reload ends the session of a duplicated tab', async () => {
  const events: readonly WorldEvent[] = [
    { does: 'duplicate', tab: 0, to: 3 },
    wait(3000),
    { does: 'reload', tab: 0 },
    wait(5),
    { does: 'logout', tab: 0 },
    wait(3000),
    { does: 'check', tab: 3 },
    wait(3000),
  ];
  for (const facts of await play(events, { persistence: 'tab' })) {
    expect(lastShown(facts, 3)?.user).toBe(null);
  }
});

test('a page that is disposed of while its session is checked opens none', async () => {
  const events: readonly WorldEvent[] = [
    wait(3000),
    { does: 'sleep', ms: 1_200_000 },
    { does: 'check', tab: 0 },
    wait(60),
    { does: 'dispose', tab: 0 },
    wait(10_000),
  ];
  for (const { sent } of await play(events)) {
    const ofPage = sent.filter(({ page, id }) => page === 'page 0.1' && id === 'session/init');
    expect(ofPage).toHaveLength(1);
  }
});

test('forget() while the session of an item is checked opens no session', async () => {
  const events: readonly WorldEvent[] = [
    wait(3000),
    { does: 'sleep', ms: 1_200_000 },
    { does: 'check', tab: 0 },
    wait(30),
    { does: 'forget', tab: 0 },
    wait(10_000),
  ];
  for (const { sent } of await play(events)) {
    const isInTime = (at: number): boolean => at > 1_000_000 && at < 1_230_000;
    expect(sent.filter(({ id, at }) => id === 'session/init' && isInTime(at))).toEqual([]);
  }
});

test('forget() while a read is compared with IndexedDB opens no session', async () => {
  for (const ms of [1, 2, 3, 4]) {
    const events: readonly WorldEvent[] = [
      wait(3000),
      { does: 'read', tab: 0 },
      wait(ms),
      { does: 'forget', tab: 0 },
      wait(10_000),
    ];
    for (const { sent } of await play(events)) {
      const openings = sent.filter(({ id, at }) => id === 'session/init' && at < 12_000);
      expect(openings).toHaveLength(1);
    }
  }
});

test('a login that a logout comes after is not sent', async () => {
  const events: readonly WorldEvent[] = [
    wait(3000),
    { does: 'sleep', ms: 1_200_000 },
    { does: 'login', tab: 0, viewer: 1, how: 'right' },
    wait(30),
    { does: 'logout', tab: 0 },
    { does: 'check', tab: 0 },
    wait(10_000),
  ];
  for (const { sent } of await play(events)) {
    const logins = sent.filter(({ id, at }) => id === 'session/login' && at > 1_000_000);
    expect(logins).toHaveLength(0);
  }
});

/** Consent, and its withdrawal. */
const withdrawal: readonly WorldEvent[] = [
  { does: 'consent', tab: 0, to: 'device' },
  wait(1000),
  { does: 'consent', tab: 0, to: 'none' },
];

test('consent that follows a withdrawal on the same page is kept without a session', async () => {
  const events: readonly WorldEvent[] = [
    ...withdrawal,
    wait(2000),
    { does: 'consent', tab: 0, to: 'device' },
    wait(3000),
    { does: 'reload', tab: 0 },
    wait(3000),
    { does: 'login', tab: 0, viewer: 1, how: 'right' },
    wait(3000),
    { does: 'reload', tab: 0 },
    wait(3000),
  ];
  for (const facts of await play(events, { persistence: 'consented' })) {
    expect(lastShown(facts, 0)?.user).toBe('900002');
  }
});

test('consent that is given while the first session is opened keeps that session', async () => {
  const events: readonly WorldEvent[] = [
    ...withdrawal,
    wait(3000),
    { does: 'close', tab: 0 },
    wait(1000),
    { does: 'open', tab: 1 },
    wait(20),
    { does: 'consent', tab: 1, to: 'device' },
    wait(5000),
    { does: 'login', tab: 1, viewer: 1, how: 'right' },
    wait(3000),
    { does: 'reload', tab: 1 },
    wait(3000),
  ];
  for (const facts of await play(events, { persistence: 'consented' })) {
    expect(facts.sent.filter(({ id }) => id === 'session/logout')).toHaveLength(1);
    expect(lastShown(facts, 1)?.user).toBe('900002');
  }
});

for (const is of ['full', 'blocked'] as const) {
  const title = `localStorage is ${is}: an early logout ends what only IndexedDB has`;
  test(title, async () => {
    const events: readonly WorldEvent[] = [
      { does: 'storage', is },
      { does: 'open', tab: 0 },
      { does: 'login', tab: 0, viewer: 0, how: 'right' },
      wait(3000),
      { does: 'close', tab: 0 },
      wait(500),
      { does: 'open', tab: 1 },
      wait(3),
      { does: 'logout', tab: 1 },
      wait(3000),
      { does: 'close', tab: 1 },
      wait(500),
      { does: 'open', tab: 2 },
      wait(3000),
    ];
    for (const facts of await play(events, {}, true)) {
      expect(lastShown(facts, 2)?.user).toBe(null);
      expect(facts.sent.filter(({ id }) => id === 'session/logout').length).toBeGreaterThan(0);
    }
  });
}

test('forget() logs out the session that only IndexedDB has after a killed browser', async () => {
  const events: readonly WorldEvent[] = [
    wait(3000),
    { does: 'kill the browser', lostMs: 600_000_000, powerLostMs: 0 },
    { does: 'open', tab: 1 },
    wait(1),
    { does: 'forget', tab: 1 },
    wait(5000),
  ];
  for (const { sent } of await play(events)) {
    const login = sent.find(({ id }) => id === 'session/login');
    const loggedOut = sent.filter(({ id }) => id === 'session/logout');
    expect(loggedOut.map(({ session }) => session)).toContain(login?.session);
  }
});

for (const persistence of ['tab', 'none'] as const) {
  const day = 86_400_000;
  test(`under ${persistence}, a cached page wakes without a forgotten viewer, whatever the clock did`, async () => {
    const events: readonly WorldEvent[] = [
      wait(20_000),
      { does: 'into the back/forward cache', tab: 0 },
      { does: 'open', tab: 1 },
      wait(2000),
      { does: 'forget', tab: 1 },
      wait(3000),
      { does: 'clock', ms: 31 * day },
      { does: 'open', tab: 2 },
      wait(5000),
      { does: 'clock', ms: -31 * day },
      wait(60_000),
      { does: 'restore', tab: 0 },
      wait(5000),
    ];
    for (const facts of await play(events, { persistence })) {
      const wokeAt = facts.lives.findLast(({ page }) => page === 'page 0.1')!.at;
      // Soon, and before any call of the page.
      expect(lastShown(facts, 0, wokeAt + 4000)?.user).toBe(null);
    }
  });
}

test('a browser that is killed and restores its tabs brings no forgotten viewer back', async () => {
  const events: readonly WorldEvent[] = [
    wait(20_000),
    { does: 'forget', tab: 0 },
    wait(1500),
    { does: 'kill the browser', lostMs: 5000, powerLostMs: 0, restores: true },
    wait(5000),
    { does: 'check', tab: 0 },
    wait(60_000),
    { does: 'reload', tab: 0 },
    wait(5000),
  ];
  for (const facts of await play(events, { persistence: 'tab' })) {
    expect(lastShown(facts, 0)?.user).toBe(null);
  }
});

test('under consented, forget() erases the consent in every tab', async () => {
  const events: readonly WorldEvent[] = [
    { does: 'consent', tab: 0, to: 'device' },
    wait(1000),
    { does: 'open', tab: 1 },
    wait(2000),
    { does: 'forget', tab: 0 },
    wait(2000),
    { does: 'check', tab: 1 },
    { does: 'check', tab: 0 },
    wait(3000),
    { does: 'reload', tab: 1 },
    wait(3000),
  ];
  for (const { sent } of await play(events, { persistence: 'consented' })) {
    const inits = sent.filter(({ id }) => id === 'session/init');
    // The page that is loaded again does not find the session that was opened before.
    expect(inits.at(-1)?.page).toBe('page 1.3');
    const hashes = inits.slice(-3).map(({ values }) => values.get('nxp_devh'));
    expect(new Set(hashes).size).toBe(3);
  }
});

test('a page without sessions stays without one, whatever other tabs do', async () => {
  const auto: Site = { ...usualSite };
  const events: readonly WorldEvent[] = [
    { does: 'publish', site: { ...auto, mode: 'static' } },
    { does: 'open', tab: 0 },
    wait(3000),
    { does: 'publish', site: auto },
    { does: 'open', tab: 1 },
    wait(2000),
    { does: 'login', tab: 1, viewer: 0, how: 'right' },
    wait(3000),
    { does: 'check', tab: 0 },
    wait(1000),
    { does: 'logout', tab: 0 },
    wait(2000),
  ];
  for (const facts of await play(events, {}, true)) {
    expect(facts.shown.filter(({ page, user }) => page === 'page 0.1' && user)).toEqual([]);
    expect(facts.sent.filter(({ page, session }) => page === 'page 0.1' && session)).toEqual([]);
    expect(lastShown(facts, 1)?.user).toBe('900001');
  }
});

test('a login that arrives after the clock was set forward shows its viewer', async () => {
  const events: readonly WorldEvent[] = [
    wait(2000),
    { does: 'mishap', kind: 'late on the way there', of: 'session/login', count: 1 },
    { does: 'login', tab: 0, viewer: 1, how: 'aborted' },
    wait(700), // the platform was asked once, and named the viewer before
    { does: 'clock', ms: 31 * 86_400_000 },
    wait(30_000),
  ];
  const arrived = (await play(events)).filter(({ sent }) =>
    sent.some(({ id, user }) => id === 'session/login' && user === '900002'),
  );
  expect(arrived.length).toBeGreaterThan(0);
  for (const facts of arrived) expect(lastShown(facts, 0)?.user).toBe('900002');
});
