import { expect, test } from '@playwright/test';
import type { WorldEvent } from './events.ts';
import type { Facts, SentRequest } from './facts.ts';
import { play, wait } from './play.ts';

// Every session that ends here is reported to the platform, while the page is open.

/** The logouts that were sent within a time after the last call of `logout()`. */
function logoutsWithin({ sent, calls }: Facts, ms: number): readonly SentRequest[] {
  const calledAt = calls.findLast(({ name }) => name === 'logout')!.calledAt;
  return sent.filter(({ id, at }) => id === 'session/logout' && at < calledAt + ms);
}

const loggedOut = (facts: Facts): ReadonlySet<string | null> =>
  new Set(logoutsWithin(facts, 55_000).map(({ session }) => session));

const openTab: WorldEvent = { does: 'open', tab: 1 };
const login: WorldEvent = { does: 'login', tab: 0, viewer: 0, how: 'right' };
const slow: WorldEvent = { does: 'network', is: 'slow' };

const beside: Readonly<Record<string, readonly WorldEvent[]>> = {
  'a logout beside the login of another tab is sent': [
    openTab,
    wait(3000),
    login,
    wait(60),
    { does: 'logout', tab: 1 },
    wait(60_000),
  ],
  'a logout beside a slow login of the same page, for which a call waits, is sent': [
    slow,
    login,
    wait(300),
    { does: 'check', tab: 0 },
    wait(500),
    { does: 'logout', tab: 0 },
    wait(60_000),
  ],
};
for (const [title, events] of Object.entries(beside)) {
  test(title, async () => {
    for (const facts of await play([{ does: 'open', tab: 0 }, wait(4000), ...events], {}, true)) {
      expect(loggedOut(facts).size).toBe(1);
    }
  });
}

test('a logout is sent five minutes later when its code was lost twice', async () => {
  const events: readonly WorldEvent[] = [
    { does: 'open', tab: 0 },
    wait(4000),
    { does: 'chunks', are: 'lost', count: 2 },
    { does: 'logout', tab: 0 },
    wait(400_000),
  ];
  for (const facts of await play(events, {}, true)) {
    expect(logoutsWithin(facts, 290_000)).toEqual([]);
    expect(logoutsWithin(facts, 310_000)).toHaveLength(1);
  }
});

test('start() in the task of a logout beside a login opens a session', async () => {
  const events: readonly WorldEvent[] = [
    { does: 'open', tab: 0 },
    wait(1000),
    openTab,
    wait(3000),
    login,
    wait(60),
    { does: 'logout', tab: 1 },
    { does: 'start', tab: 1 },
    wait(30_000),
  ];
  for (const { calls } of await play(events, {}, true)) {
    const starts = calls.filter(({ name, page }) => name === 'start' && page.startsWith('page 1.'));
    expect(starts.map(({ error }) => error)).toEqual([undefined, undefined]);
  }
});

for (const kind of ['late on the way there', 'never answered'] as const) {
  test(`a second logout is sent while the first one is ${kind}`, async () => {
    const events: readonly WorldEvent[] = [
      wait(3000),
      { does: 'mishap', kind, of: 'session/logout', count: 1 },
      { does: 'logout', tab: 0 },
      wait(500),
      { does: 'login', tab: 0, viewer: 1, how: 'right' },
      wait(1000),
      { does: 'logout', tab: 0 },
      wait(120_000),
    ];
    for (const facts of await play(events)) {
      expect(loggedOut(facts).size).toBe(2);
    }
  });
}

test('a logout that the platform refuses for a while is repeated, although no network came back', async () => {
  const events: readonly WorldEvent[] = [
    wait(3000),
    { does: 'mishap', kind: '500', of: 'session/logout', count: 2 },
    { does: 'logout', tab: 0 },
    wait(1_200_000),
  ];
  for (const facts of await play(events)) {
    const logouts = logoutsWithin(facts, 1_100_000);
    // 401: it was carried out before it was refused.
    expect([200, 401]).toContain(logouts.at(-1)?.status);
  }
});
