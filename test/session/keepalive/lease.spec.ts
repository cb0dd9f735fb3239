import { expect, test } from '@playwright/test';
import {
  createLeaseManager,
  type DurableRecord,
  type LeaseManager,
} from '../../../src/session/keepalive/lease.ts';
import type { SessionContext } from '../../../src/session/state/session-context.ts';

const leaseMs = 15_000;

interface Tab {
  readonly turns: LeaseManager;
  readonly clock: { now: number };
  readonly record: () => DurableRecord | undefined;
}

/** A tab and a durable record in which another tab holds the lease until a given time. */
function createTab(otherUntil?: number, disposesAt = Infinity): Tab {
  const clock = { now: 0 };
  const saved = { deviceHash: 'h', epoch: 1, epochStartedAt: -1, revision: 0 };
  let record: DurableRecord | undefined =
    otherUntil === undefined
      ? saved
      : { ...saved, lease: { tabId: 'another tab', expiresAt: otherUntil } };
  const held = {
    persistence: 'device',
    saved,
    disposal: {
      get aborted() {
        return clock.now >= disposesAt;
      },
    },
    // Time passes only while the tab waits.
    browser: {
      clock: {
        now: () => clock.now,
        after(delayMs: number, callback: () => void) {
          clock.now += delayMs;
          queueMicrotask(callback);
          return () => {};
        },
      },
    },
  } as unknown as SessionContext; // a lease reads nothing else
  const turns = createLeaseManager(
    held,
    {
      read: async () => record,
      update: async (change) => void (record = change(record)),
      remove: async () => void (record = undefined),
    },
    'this tab',
  );
  return { turns, clock, record: () => record };
}

/** How long a tab waits for the lease of another tab, which ends at this time of its own clock. */
async function waitedMs(otherUntil: number): Promise<number> {
  const { turns, clock } = createTab(otherUntil);
  expect(await turns.acquire(new AbortController().signal)).toBe(true);
  return clock.now;
}

test('a tab waits for a lease from a clock slightly ahead', async () => {
  for (const aheadMs of [0, 1, 4000, 5000]) {
    expect(await waitedMs(leaseMs + aheadMs), `${aheadMs} ms ahead`).toBeGreaterThanOrEqual(
      leaseMs + aheadMs,
    );
  }
});

test('a tab does not wait for a lease from a clock that has jumped', async () => {
  for (const aheadMs of [5001, 60_000, 365 * 86_400_000]) {
    expect(await waitedMs(leaseMs + aheadMs), `${aheadMs} ms ahead`).toBe(0);
  }
});

test('a tab does not wait for a lease that has ended', async () => {
  for (const until of [0, -1, -leaseMs]) expect(await waitedMs(until)).toBe(0);
});

test('a tab that is disposed of while it waits gives up', async () => {
  const disposesAt = 1000;
  const { turns, clock } = createTab(leaseMs, disposesAt);
  expect(await turns.acquire(new AbortController().signal)).toBe(false);
  expect(clock.now).toBe(disposesAt);
});

test('a lease is held until its end, and not before its start', async () => {
  const { turns, clock, record } = createTab();
  expect(turns.isHeld()).toBe(false);
  await turns.acquire(new AbortController().signal);
  expect(record()!.lease).toEqual({ tabId: 'this tab', expiresAt: leaseMs });
  clock.now = leaseMs - 1;
  expect(turns.isHeld()).toBe(true);
  clock.now = leaseMs;
  expect(turns.isHeld()).toBe(false);
});
