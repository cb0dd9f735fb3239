import { expect, test } from '@playwright/test';
import { NetworkError } from '../../src/errors/network-error.ts';
import { NotFoundError } from '../../src/errors/not-found-error.ts';
import { createFetchItemState } from '../../src/item/fetch-item-state.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';
import { createFakeClock } from '../fixtures/transport/fake-clock.ts';

const clock = createFakeClock();
const now = clock.now();
const reference = { item: 7, streamtype: 'video' } as const;
const options = { claim: undefined, turn: { rank: () => 0 }, isUrgent: true, setRetryAt() {} };
const blocked = async (): Promise<never> => {
  throw new NetworkError();
};

/** The state of an answer, and what was asked for. */
async function ask(result: object): Promise<{ state: ItemState; asked: unknown[] }> {
  const asked: unknown[] = [];
  const request = async (_area: unknown, name: string, values: unknown): Promise<unknown> => {
    asked.push(name, values);
    return { result };
  };
  const state = await createFetchItemState({
    request: request as never,
    clock,
    selling: {},
    loadChunk: blocked,
  })(reference, unasked, options);
  return { state, asked };
}

test('the answer of the platform is the state, with its time and its end', async () => {
  const general = { canPlay: 1, reason: 'voucher', validUntil: 1_800_000_000 };
  const { state, asked } = await ask({ general });
  expect(asked).toEqual(['itemstate', reference]);
  expect(state).toMatchObject({
    access: 'granted',
    checking: false,
    reason: 'voucher',
    checkedAt: now,
    expiresAt: 1_800_000_000_000,
  });
});

test('an answer without a reason has the usual one, and one without an end has none', async () => {
  const reasons = await Promise.all(
    [1, 0].map(async (canPlay) => (await ask({ general: { canPlay } })).state),
  );
  expect(reasons).toMatchObject([
    { access: 'granted', reason: 'paid', expiresAt: null },
    { access: 'denied', reason: 'not-paid', expiresAt: null },
  ]);
});

test('an end that is no time in seconds is none: a failed check does not end the grant', async () => {
  for (const validUntil of [0, -1, '-1', 1_800_000_000_000, '9223372036854775807', 'never']) {
    const { state } = await ask({ general: { canPlay: 1, validUntil } });
    expect(state, String(validUntil)).toMatchObject({ access: 'granted', expiresAt: null });
  }
});

test('an answer that cannot be read grants nothing, and denies nothing', async () => {
  const { state } = await ask({ odd: true });
  expect(state).toEqual({ ...unasked, reason: 'unreadable', checkedAt: now });
});

test('a reader of the page that does not say whether the viewer may watch denies nothing', async () => {
  const request = async (): Promise<unknown> => ({ result: {} });
  for (const [granted, access, reason] of [
    [undefined, 'unknown', 'unreadable'],
    [null, 'unknown', 'unreadable'],
    ['later', 'unknown', 'unreadable'],
    [0, 'denied', 'not-paid'],
    [1, 'granted', 'paid'],
  ] as const) {
    const read = () => ({ granted, offers: [] }) as never;
    const check = createFetchItemState({
      request: request as never,
      clock,
      selling: {},
      loadChunk: blocked,
      read,
    });
    expect(await check(reference, unasked, options)).toMatchObject({ access, reason });
  }
});

test('a failed check asks for the code that decides what is kept', async () => {
  const chunks: string[] = [];
  const load = async (name: string, loadCode: () => Promise<unknown>): Promise<unknown> => {
    chunks.push(name);
    return loadCode();
  };
  const check = createFetchItemState({
    request: blocked,
    clock,
    selling: {},
    loadChunk: load as never,
  });
  expect(await check(reference, unasked, options)).toMatchObject({ reason: 'offline' });
  expect(chunks).toEqual(['failed-check']);
});

test('without that code a valid answer is kept, also in its grace period, and no other', async () => {
  const check = createFetchItemState({
    request: blocked,
    clock,
    selling: { graceMs: 60_000 },
    loadChunk: blocked,
  });
  const granted: ItemState = { ...unasked, access: 'granted', reason: 'paid', checking: true };
  for (const [checkedAt, expiresAt, access] of [
    [now - 10, null, 'granted'],
    [now - 10, now + 1, 'granted'],
    [now - 10, now - 59_999, 'granted'],
    [now - 10, now - 60_000, 'unknown'],
    [null, null, 'unknown'],
  ] as const) {
    const state = await check(reference, { ...granted, checkedAt, expiresAt }, options);
    expect(state).toMatchObject({ access, error: { code: 'network' } });
  }
});

test('a clock that is set back keeps no grant while the platform cannot be reached', async () => {
  for (const [graceMs, passedMs, access] of [
    [0, 59_000, 'granted'],
    [0, 61_000, 'unknown'],
    [10_000, 69_000, 'granted'],
    [10_000, 71_000, 'unknown'],
  ] as const) {
    for (const hasCode of [true, false]) {
      const { check, page } = grantedFor(60_000, graceMs, hasCode);
      const granted = await check(reference, unasked, options);
      expect(granted.access).toBe('granted');
      page.isOnline = false;
      page.shiftMs = -3_600_000;
      await page.fake.advance(passedMs);
      const state = await check(reference, granted, options);
      expect(state.access, `${passedMs} ms, grace of ${graceMs} ms`).toBe(access);
    }
  }
});

test('an item that is gone after the clock was set back was checked now', async () => {
  const { check, page } = grantedFor(60_000, 0, true);
  const granted = await check(reference, unasked, options);
  page.shiftMs = -3_600_000;
  page.isGone = true;
  const state = await check(reference, granted, options);
  expect(state).toMatchObject({ reason: 'not-found', checkedAt: page.fake.now() - 3_600_000 });
});

/** A page whose item is granted for a time, and whose clock can be set. */
function grantedFor(lastsMs: number, graceMs: number, hasCode: boolean) {
  const fake = createFakeClock();
  const page = { fake, shiftMs: 0, isOnline: true, isGone: false };
  const ends = Math.ceil((fake.now() + lastsMs) / 1000);
  const request = async (): Promise<unknown> => {
    if (page.isGone) throw new NotFoundError('payment/itemstate');
    if (!page.isOnline) throw new NetworkError();
    return { result: { general: { canPlay: 1, validUntil: ends } } };
  };
  const load = async (_name: string, loadCode: () => Promise<unknown>): Promise<unknown> =>
    hasCode ? loadCode() : blocked();
  const shifted = { ...fake, now: () => fake.now() + page.shiftMs };
  const check = createFetchItemState({
    request: request as never,
    clock: shifted,
    selling: { graceMs },
    loadChunk: load as never,
  });
  return { check, page };
}
