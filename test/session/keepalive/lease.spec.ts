import { expect, test } from '@playwright/test';
import { atom } from 'nanostores';
import { createLeaseManager, type LeaseManager } from '../../../src/session/keepalive/lease.ts';
import type { SessionContext } from '../../../src/session/state/session-context.ts';
import type { DurableRecord } from '../../../src/session/storage/durable-record.ts';

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
    record: saved,
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

const others = { tabId: 'another tab', expiresAt: leaseMs };

/** A tab whose database can fail, and that only writes its record. */
function createWritingTab(
  saved: Partial<DurableRecord>,
  old: Partial<DurableRecord> | undefined,
  { persistence = 'device' as string, fails = false, movesAway = false } = {},
) {
  const begun = { deviceHash: 'h', epoch: 1, epochStartedAt: 100_000, revision: 0 };
  let record: DurableRecord | undefined = old && { ...begun, ...old };
  const context = { persistence, record: { ...begun, ...saved }, disposal: { aborted: false } };
  const timers: { readonly at: number; readonly run: () => void; isOn: boolean }[] = [];
  const clock = {
    now: () => 0,
    after(at: number, run: () => void) {
      const timer = { at, run, isOn: true };
      timers.push(timer);
      return () => void (timer.isOn = false);
    },
  };
  let [updates, mirror] = [0, ''];
  const store = {
    get: () => mirror || null,
    set: (_: string, text: string) => void (mirror = text),
  };
  const turns = createLeaseManager(
    Object.assign(context, {
      browser: { clock, textStore: () => store },
      settings: { key: 'key' },
      store,
      $user: atom(),
      $session: atom({ status: 'idle' }), // nothing is shown yet
    }) as unknown as SessionContext,
    {
      read: async () => record,
      async update(change) {
        updates++;
        if (fails) throw new Error('the database fails');
        if (movesAway) context.persistence = 'tab';
        record = change(record);
      },
      remove: async () => {},
    },
    'this tab',
  );
  // A page that is left adopts nothing, so a test sees which record stays in the database.
  const commitAtEnd = async (): Promise<DurableRecord | undefined> => {
    context.disposal.aborted = true;
    await turns.commit();
    return record;
  };
  const mirrored = (): DurableRecord => JSON.parse(mirror) as DurableRecord;
  const drop = (): void => void (record = undefined);
  const isOn = () => timers.filter((timer) => timer.isOn);
  return {
    turns,
    context,
    timers,
    isOn,
    mirrored,
    commitAtEnd,
    updates: () => updates,
    record: () => record,
    drop,
  };
}

test('a released lease leaves the record as it was', async () => {
  const { turns, record } = createTab();
  const before = record();
  await turns.acquire(new AbortController().signal);
  await turns.release();
  expect(record()).toEqual({ ...before, lease: undefined });
});

test('a lease is released with its last holder', async () => {
  const { turns, record } = createTab();
  const { signal } = new AbortController();
  await turns.acquire(signal);
  await turns.acquire(signal);
  await turns.release();
  expect(record()!.lease?.tabId).toBe('this tab');
  await turns.release();
  expect(record()!.lease).toBe(undefined);
});

test('a tab that gives up leaves the lease of another tab', async () => {
  const tab = createWritingTab({}, { lease: others });
  expect(await tab.turns.acquire(AbortSignal.abort())).toBe(false);
  await new Promise(setImmediate);
  expect(tab.record()!.lease).toEqual(others);
  expect(tab.updates()).toBe(2);
});

test('a release may find no lease', async () => {
  const tab = createWritingTab({}, undefined);
  await tab.turns.acquire(new AbortController().signal);
  tab.drop();
  await tab.turns.release();
  expect(tab.record()).toMatchObject({ deviceHash: 'h' });
  expect(tab.isOn()).toEqual([]);
});

test('a tab takes its own lease again at once', async () => {
  const { turns, isOn } = createWritingTab({}, { lease: { tabId: 'this tab', expiresAt: 9000 } });
  expect(await turns.acquire(new AbortController().signal)).toBe(true);
  expect(isOn()).toEqual([]);
});

test('a tab that shares no record works alone, and writes none', async () => {
  const { turns, updates } = createWritingTab({}, { lease: others }, { persistence: 'tab' });
  expect(await turns.acquire(new AbortController().signal)).toBe(true);
  expect(updates()).toBe(0);
});

test('a record is left alone when consent is withdrawn while the database is busy', async () => {
  const { turns, record } = createWritingTab({ revision: 3 }, { revision: 2 }, { movesAway: true });
  await turns.commit();
  expect(record()!.revision).toBe(2);
});

test('a record that the database refused is written again after a minute, until a stop', async () => {
  const tab = createWritingTab({}, undefined, { fails: true });
  await tab.turns.commit();
  await tab.turns.commit();
  expect(tab.isOn().map(({ at }) => at)).toEqual([60_000]);
  tab.isOn()[0]!.run();
  expect(tab.updates()).toBe(3);
  await new Promise(setImmediate);
  tab.turns.stop();
  expect(tab.isOn()).toEqual([]);
});

test('a page that is left does not write again', async () => {
  const tab = createWritingTab({}, undefined, { fails: true });
  await tab.commitAtEnd();
  expect(tab.timers).toEqual([]);
});

test('a lost mirror gets the hash, the erased epoch and the ended sessions back', async () => {
  const ended = [{ id: 's-1', endedAt: 5 }] as never;
  const tab = createWritingTab(
    { deviceHash: 'new', epoch: 2, erasedEpoch: 1 },
    { deviceHash: 'first', epoch: 7, epochStartedAt: 50_000, erasedEpoch: 4, ended },
  );
  const known = { deviceHash: 'first', epoch: 8, erasedEpoch: 4, ended };
  expect(await tab.commitAtEnd()).toMatchObject({ ...known, epochStartedAt: 100_000 });
});

test('a record keeps its own hash, erased epoch and ended sessions without an older one', async () => {
  const ended = [{ id: 's-1', endedAt: 5 }] as never;
  const own = { deviceHash: 'own', epoch: 2, erasedEpoch: 4, ended };
  for (const old of [undefined, { deviceHash: '', epoch: 1, epochStartedAt: 50_000 }]) {
    expect(await createWritingTab(own, old).commitAtEnd()).toMatchObject(own);
  }
  const never = await createWritingTab({}, undefined).commitAtEnd();
  expect(never!.erasedEpoch).toBe(undefined);
});

test('the mirror gets the epoch above that of an older record, and its ended sessions', async () => {
  const ended = [{ id: 's-1', endedAt: 5 }] as never;
  const tab = createWritingTab({ epoch: 2 }, { epoch: 7, epochStartedAt: 50_000, ended });
  await tab.turns.commit();
  expect(tab.mirrored()).toMatchObject({ epoch: 8, ended });
  const same = createWritingTab({ epoch: 2 }, { epoch: 2, epochStartedAt: 50_000 });
  await same.turns.commit();
  expect(same.mirrored).toThrow();
});

test('a page that is disposed of leaves the mirror as it is', async () => {
  for (const epochStartedAt of [50_000, 150_000]) {
    const tab = createWritingTab({ epoch: 2 }, { epoch: 7, epochStartedAt });
    await tab.commitAtEnd();
    expect(tab.mirrored).toThrow();
  }
});

test('an erasure takes nothing of the record that it replaces, but comes above it', async () => {
  const ended = [{ id: 's-1', endedAt: 5 }] as never;
  const erasure = { deviceHash: '', epoch: 3, erasedEpoch: 3, erasures: ['a'], ended };
  const old = { deviceHash: 'old', epoch: 7, epochStartedAt: 50_000 };
  expect(await createWritingTab(erasure, old).commitAtEnd()).toMatchObject({
    deviceHash: '',
    epoch: 8,
    erasedEpoch: 8,
    ended,
  });
  const opened = { ...erasure, deviceHash: 'new' };
  expect(await createWritingTab(opened, old).commitAtEnd()).toMatchObject({
    deviceHash: 'new',
    epoch: 8,
    erasedEpoch: 3,
  });
});

test('of two records that do not know each other’s erasure, nothing stays', async () => {
  const tab = createWritingTab(
    { epoch: 4, erasures: ['b', 'x'], session: {} as never },
    { epoch: 6, erasures: ['a'], isWithdrawn: true, lease: others },
  );
  expect(await tab.commitAtEnd()).toEqual({
    deviceHash: '',
    epoch: 7,
    epochStartedAt: 100_000,
    revision: 0,
    erasedEpoch: 7,
    // The name is the same in every tab.
    erasures: ['a+b', 'b', 'a', 'x'],
    isWithdrawn: false, // consent was given after it
  });
});

test('a withdrawn consent that the other record does not know stays withdrawn', async () => {
  const withdrawn = { deviceHash: '', erasures: ['a'], isWithdrawn: true };
  for (const [saved, old] of [
    [withdrawn, { erasures: ['b'] }],
    [{ erasures: ['b'] }, withdrawn],
  ]) {
    const stays = await createWritingTab(saved!, old).commitAtEnd();
    expect(stays!.isWithdrawn).toBe(true);
  }
});

/** Which record stays in the database: the one found there is ahead, or not. */
const ahead: readonly [string, Partial<DurableRecord>, Partial<DurableRecord>, boolean][] = [
  ['knows a later erasure', { erasures: ['b'] }, {}, true],
  ['misses an erasure', { epoch: 9, epochStartedAt: 900_000 }, { erasures: ['b'] }, false],
  ['has a higher revision of the same epoch', { revision: 2 }, { revision: 1 }, true],
  ['has an equal revision', { revision: 1 }, { revision: 1 }, false],
  ['has a lower epoch that began later', { epoch: 0, epochStartedAt: 900_000 }, {}, false],
  ['has a higher epoch that began later', { epoch: 5, epochStartedAt: 100_001 }, {}, true],
  ['has a higher epoch that began at the same time', { epoch: 5 }, {}, false],
  ['has a higher epoch that began before', { epoch: 5, epochStartedAt: 99_999 }, {}, false],
  [
    'is an end of the same moment that was erased',
    { epoch: 5, epochStartedAt: 85_001, erasedEpoch: 5 },
    { erasedEpoch: 4 },
    true,
  ],
  [
    'was erased long before',
    { epoch: 5, epochStartedAt: 85_000, erasedEpoch: 5 },
    { erasedEpoch: 4 },
    false,
  ],
  [
    'began at the same moment, and was erased as often',
    { epoch: 5, epochStartedAt: 90_000, erasedEpoch: 4 },
    { erasedEpoch: 4 },
    false,
  ],
];
for (const [title, old, saved, isAhead] of ahead) {
  test(`a record in the database that ${title} ${isAhead ? 'stays' : 'is replaced'}`, async () => {
    const tab = createWritingTab({ ...saved, epochId: 'mine' }, { ...old, epochId: 'found' });
    expect((await tab.commitAtEnd())!.epochId).toBe(isAhead ? 'found' : 'mine');
  });
}
