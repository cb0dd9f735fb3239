import { expect, test } from '@playwright/test';
import {
  completeErasure,
  noteFinished,
  noteSessionOnly,
  readLostNote,
  readUnfinished,
  type ErasureScope,
} from '../../../src/session/account/complete-erasure.ts';
import { eraseDurable } from '../../../src/session/storage/erasure.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldStores, key, type HeldStores } from '../../fixtures/session/held-stores.ts';

const erasure: SessionRecord = {
  deviceHash: '',
  epoch: 7,
  epochStartedAt: 1000,
  revision: 0,
  erasedEpoch: 7,
  erasures: ['last', 'before'],
};
/** A record that another tab wrote before it could see the erasure. */
const left: SessionRecord = {
  ...erasure,
  deviceHash: '3:1795262400:772742',
  epoch: 9,
  erasures: ['theirs'],
};
const noteName = `${key}|erasing`;

const nothingReplaced = { left: [], durable: undefined };

/** How an erasure ends, and after which time. */
async function complete(
  { clock, context }: HeldStores,
  scope?: ErasureScope,
  durable?: Promise<undefined>,
): Promise<{ readonly result?: unknown; readonly error?: Error; readonly afterMs: number }> {
  let afterMs = NaN;
  const start = clock.monotonic();
  const completing = completeErasure(context, erasure, durable, scope)
    .then(
      (result) => ({ result }),
      (error: Error) => ({ error }),
    )
    .finally(() => (afterMs = clock.monotonic() - start));
  for (let ms = 0; ms < 5000; ms += 25) await clock.advance(25);
  return { ...(await completing), afterMs };
}

/** Stores in which the erasure is written already. */
function erased(): HeldStores {
  const stores = createHeldStores();
  stores.store('device', erasure);
  return stores;
}

test('an erasure is complete when all tabs can have seen it', async () => {
  const stores = erased();
  stores.records.set(key, left);
  expect(await complete(stores)).toMatchObject({
    result: { left: [], durable: { epoch: 9, erasures: ['theirs'] } },
    afterMs: 25,
  });
  expect(stores.records.get(key)).toMatchObject({ deviceHash: '', epoch: 9 });
});

for (const [scope, erasures] of [
  [undefined, ['last', 'theirs', 'before']],
  ['all', ['last', 'theirs', 'before']],
  ['session', ['theirs', 'last', 'before']],
] as const) {
  test(`what other tabs wrote at the same moment is erased too: ${scope}`, async () => {
    const stores = erased();
    stores.store('device', left);
    stores.store('tab', left);
    const { result } = await complete(stores, scope);
    expect(result).toMatchObject({ left: [{ epoch: 9, erasures: ['theirs'] }] });
    expect(stores.stored()).toEqual({ ...erasure, epoch: 9, erasures });
    expect(stores.stored('tab')).toBe(undefined);
  });
}

test('what a tab writes again before it sees the erasure is erased too', async () => {
  const stores = erased();
  stores.store('device', left);
  stores.clock.after(30, () => stores.store('device', { ...left, epoch: 10 }));
  const { result, afterMs } = await complete(stores);
  expect(result).toMatchObject({ left: [{ epoch: 9 }, { epoch: 10 }] });
  expect(afterMs).toBe(75);
  expect(stores.stored()).toMatchObject({ deviceHash: '', epoch: 10 });
});

test('a session that began after the erasure stays in both stores', async () => {
  const stores = erased();
  const later = { ...left, erasures: ['last', 'before'] };
  stores.store('device', later);
  stores.store('tab', later);
  expect((await complete(stores)).result).toEqual(nothingReplaced);
  expect([stores.stored(), stores.stored('tab')]).toEqual([later, later]);
});

test('a text that cannot be erased is no complete erasure', async () => {
  for (const place of ['device', 'tab'] as const) {
    const stores = erased();
    stores.store(place, left);
    // As if another tab wrote it again and again.
    const { textStore } = stores.context.browser;
    Object.assign(stores.context.browser, {
      textStore: (name: 'device' | 'tab' | 'none') => ({ ...textStore(name), set: () => {} }),
    });
    expect((await complete(stores)).error, place).toMatchObject({
      code: 'unsupported',
      message: 'The browser does not erase what it stores',
      retryable: true,
    });
  }
});

test('a full store without the erasure is no complete erasure, because other tabs need it', async () => {
  const { error } = await complete(createHeldStores());
  expect(error).toMatchObject({ code: 'unsupported', retryable: true });
});

/** What Chromium says if the viewer blocks all site data, and if the file of a database is lost. */
const denied = 'The user denied permission to access the database.';
const lost = 'Internal error opening backing store for indexedDB.open.';

test('without a database a full store is enough', async () => {
  for (const [message, name] of [
    ['refused', 'SecurityError'],
    [denied, 'UnknownError'],
  ] as const) {
    const stores = createHeldStores();
    stores.troubles.push(new DOMException(message, name));
    expect((await complete(stores)).error, name).toBe(undefined);
  }
});

test('a database whose file cannot be opened is no missing one', async () => {
  const stores = erased();
  const cause = new DOMException(lost, 'UnknownError');
  stores.troubles.push(cause, cause);
  expect((await complete(stores)).error).toMatchObject({ code: 'unsupported', cause });
});

test('a database that fails once is tried again, and one that fails twice rejects', async () => {
  const cause = new DOMException('closing', 'InvalidStateError');
  const stores = erased();
  stores.records.set(key, left);
  stores.troubles.push(cause);
  expect((await complete(stores)).error).toBe(undefined);
  expect(stores.records.get(key)).toMatchObject({ deviceHash: '' });
  stores.troubles.push(cause, cause);
  expect((await complete(stores)).error).toMatchObject({
    code: 'unsupported',
    retryable: true,
    cause,
  });
});

test('a database has two seconds to answer, twice', async () => {
  const stores = erased();
  stores.troubles.push('hang');
  expect(await complete(stores)).toEqual({ result: nothingReplaced, afterMs: 2000 });
  stores.troubles.push('hang', 'hang');
  const { error, afterMs } = await complete(stores);
  expect(afterMs).toBe(4000);
  expect(error).toMatchObject({
    code: 'unsupported',
    cause: { code: 'timeout', message: 'The database does not answer' },
  });
});

test('without a note no erasure is unfinished', () => {
  expect(readUnfinished(erased().context)).toBe(undefined);
});

test('an unfinished erasure has the name, the time and the reason of its note', () => {
  const stores = createHeldStores();
  stores.store('device', { ...left, isWithdrawn: false, isMoved: true, erasures: ['x', 'name'] });
  stores.texts.device.set(noteName, 'name 5000 true');
  expect(readUnfinished(stores.context)).toEqual({
    scope: 'all',
    erasure: {
      deviceHash: '',
      epoch: 9,
      epochStartedAt: 5000,
      revision: 0,
      erasedEpoch: 7,
      erasures: ['name', 'x'],
      isWithdrawn: true,
      isMoved: false,
    },
  });
});

test('an unfinished forget() is no withdrawal, although another tab wrote the record of one', () => {
  const stores = createHeldStores();
  stores.store('device', { ...left, isWithdrawn: true, isMoved: true });
  stores.texts.device.set(noteName, 'name 5000 false');
  const { erasure } = readUnfinished(stores.context)!;
  expect(erasure).toMatchObject({ isWithdrawn: false, isMoved: false });
});

test('an unfinished erasure in a full store has its note only', () => {
  const stores = createHeldStores();
  stores.texts.device.set(noteName, 'session name');
  expect(readUnfinished(stores.context)).toEqual({
    scope: 'session',
    erasure: {
      deviceHash: '',
      epoch: 1795132800, // of its time
      epochStartedAt: stores.clock.now(), // an earlier version noted no time
      revision: 0,
      erasedEpoch: 1,
      erasures: ['name'],
      isWithdrawn: false,
      isMoved: true,
    },
  });
});

test('a killed browser has the note of an erasure in IndexedDB until it is complete', async () => {
  const { records, context } = createHeldStores();
  const { browser } = context;
  expect(await readLostNote(context)).toBe(undefined);
  await eraseDurable(browser, key, { ...erasure, isMoved: true });
  expect(await readLostNote(context), 'a session that only moves').toBe(undefined);
  await eraseDurable(browser, key, erasure);
  const { epochStartedAt } = erasure;
  expect(await readLostNote(context)).toMatchObject({ epochStartedAt, erasures: ['last'] });
  noteFinished(context, { ...erasure, erasures: ['later', 'last'] });
  await new Promise((resolve) => setTimeout(resolve));
  expect(records.has(noteName), 'of another erasure').toBe(true);
  noteFinished(context, erasure);
  await new Promise((resolve) => setTimeout(resolve));
  expect(records.has(noteName)).toBe(false);
});

test('a note says that only the session is erased, and is removed with its own erasure', () => {
  const { texts, context } = createHeldStores();
  noteSessionOnly(context, null);
  expect(texts.device.size).toBe(0);
  texts.device.set(noteName, 'last 5000');
  noteSessionOnly(context, null);
  expect(texts.device.get(noteName)).toBe('session last 5000');
  noteFinished(context, { ...erasure, erasures: ['later', 'last'] });
  expect(texts.device.has(noteName)).toBe(true);
  noteFinished(context, erasure);
  expect(texts.device.has(noteName)).toBe(false);
  noteFinished(context, erasure);
  expect(texts.device.size).toBe(0);
  for (const [before, note] of [
    ['earlier 4000', 'earlier 4000'],
    ['session earlier 4000', 'session last 5000'],
  ] as const) {
    texts.device.set(noteName, 'last 5000');
    noteSessionOnly(context, before);
    expect(texts.device.get(noteName)).toBe(note);
  }
});
