import { expect, test } from '@playwright/test';
import type { WorldEvent } from './events.ts';
import type { Facts, Shown } from './facts.ts';
import { loadCode, usualHabits } from './pages.ts';
import { runSequence } from './run.ts';
import { usualSite, type Site } from './site.ts';

// What a viewer must find at the end of sequences about which no judge can speak.

const wait = (ms: number): WorldEvent => ({ does: 'wait', ms });
const seeds = Array.from({ length: 5 }, (_, index) => index);

/** The facts of a sequence, for a few seeds. The judges must be silent too. */
async function play(
  events: readonly WorldEvent[],
  site: Partial<Site> = {},
  isFresh = false,
): Promise<readonly Facts[]> {
  const facts: Facts[] = [];
  for (const seed of seeds) {
    const sequence = {
      seed,
      isFresh,
      habits: usualHabits,
      site: { ...usualSite, ...site },
      events,
    };
    const { world, broken } = await runSequence(sequence, await loadCode());
    expect(broken).toEqual([]);
    facts.push(world.facts);
  }
  return facts;
}

/** What the pages of a tab show at the end. */
const lastShown = ({ shown }: Facts, tab: number): Shown | undefined =>
  shown.filter(({ page }) => page.startsWith(`page ${tab}.`)).at(-1);

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
