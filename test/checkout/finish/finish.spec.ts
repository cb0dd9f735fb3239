import { expect, test } from '@playwright/test';
import { proceed } from '../../../src/checkout/finish/finish.ts';
import { retryNow } from '../../../src/checkout/finish/scheduler.ts';
import {
  dayMs,
  leaseMs,
  type PurchaseRecord,
} from '../../../src/checkout/purchase/purchase-record.ts';
import { identityChanged } from '../../../src/errors/identity-changed.ts';
import { NetworkError } from '../../../src/errors/network-error.ts';
import { NotFoundError } from '../../../src/errors/not-found-error.ts';
import { PlatformError } from '../../../src/errors/platform-error.ts';
import { SessionLostError } from '../../../src/errors/session-lost-error.ts';
import type { InternalRequestOptions } from '../../../src/session/request.ts';
import {
  createHeldCheckout,
  purchaseOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

const finish = { transactionID, token: 't' };
const endpoint = 'payment/finishtransaction';

interface FinishPage extends HeldCheckout {
  /** The values of the finishes that were sent. */
  readonly sent: readonly unknown[];
  /** What `diagnose()` reports of unreadable answers. */
  readonly unreadable: readonly object[];
}

/** A page with a paid purchase, whose finish the platform answers so. */
async function openPage(
  answer: () => unknown,
  more: Partial<PurchaseRecord> = {},
): Promise<FinishPage> {
  const checkout = createHeldCheckout();
  const sent: unknown[] = [];
  const unreadable: object[] = [];
  const request = async (
    _area: unknown,
    _name: string,
    values: unknown,
    { findSession, beforeSend }: InternalRequestOptions,
  ): Promise<unknown> => {
    await findSession!();
    beforeSend!();
    sent.push(values);
    return { result: { general: answer() } };
  };
  Object.assign(checkout.context, { request });
  const loadCalls = async (): Promise<object> => ({
    log: { fail: (failure: object) => void unreadable.push(failure) },
  });
  const { browser } = checkout.stores.context;
  const background = { sync() {} };
  Object.assign(checkout.context.session.context, { browser, loadCalls, background });
  checkout.write(purchaseOf('a', { step: 'finishing', finish, ...more }));
  await checkout.context.purchases.read();
  return { ...checkout, sent, unreadable };
}

/** Sends the next request of the purchase, and lets it end. */
async function proceedOn(page: FinishPage): Promise<void> {
  const done = proceed(page.context, 'a');
  await page.pass();
  await done;
}

/** Another user logs in, in any tab. */
const become = ({ context }: HeldCheckout, id: string): void => {
  const session = { id: '1', user: { id } };
  Object.assign(context.session, { ready: async () => session, current: () => session });
  Object.assign(context.session.context, { current: session });
};

/** The platform opens no session for this page, and says so by a status. */
const refuseSession = ({ context }: HeldCheckout, status: number): void => {
  const ready = async (): Promise<never> => {
    throw new PlatformError('session/init', status, 'not now');
  };
  Object.assign(context.session, { ready });
};

/** The purchase after its finish was answered once. */
async function finished(
  answer: () => unknown,
  more?: Partial<PurchaseRecord>,
): Promise<PurchaseRecord> {
  const page = await openPage(answer, more);
  await proceedOn(page);
  return page.written()[0]!;
}

const fails = (error: unknown) => (): never => {
  throw error as Error;
};

for (const [words, answer, expected] of [
  ['finished', { transactionID, state: 'finished', validUntil: 1790000000 }, 'verifying'],
  ['finished before', { transactionID, state: 'x', alreadyFinished: 1 }, 'verifying'],
  ['of no transaction', { state: 'finished' }, 'verifying'],
  ['not confirmed', { transactionID, state: 'pending' }, 'pending'],
  ['of another transaction', { transactionID: '8', state: 'finished' }, 'finishing malformed'],
  ['in an unknown state', { transactionID, state: 'x' }, 'finishing malformed'],
] as const) {
  test(`an answer to a finish that is ${words} makes the purchase ${expected}`, async () => {
    const { step, error, expiresAt } = await finished(() => answer);
    expect([step, error?.code].filter(Boolean).join(' ')).toBe(expected);
    if (words === 'finished') expect(expiresAt).toBe(1_790_000_000_000);
  });
}

for (const [error, expected] of [
  [new PlatformError(endpoint, 402, 'declined'), 'failed platform'],
  [new PlatformError(endpoint, 410, 'gone'), 'failed platform'],
  [new PlatformError(endpoint, 500), 'finishing platform'],
  [new PlatformError(endpoint, 402, 'a proxy', undefined, true), 'finishing platform'],
  [new NotFoundError(endpoint), 'finishing not-found'],
  [new NetworkError(), 'finishing network'],
] as const) {
  test(`a finish that fails with "${error.message}" leaves the purchase ${expected}`, async () => {
    const record = await finished(fails(error));
    expect(`${record.step} ${record.error?.code}`).toBe(expected);
  });
}

for (const [error, text] of [
  [new PlatformError(endpoint, 403, 'not for ada'), /^The platform answers 403 to a payment/],
  [new PlatformError(endpoint, 402, 'declined'), undefined],
  [new PlatformError(endpoint, 403, 'a proxy', undefined, true), undefined],
  [new PlatformError(endpoint, 503), undefined],
  [new NetworkError(), undefined],
] as const) {
  test(`a finish that fails with "${error.message}" ${text ? 'warns the page' : 'does not warn'}`, async () => {
    const page = await openPage(fails(error));
    const done = proceed(page.context, 'a');
    await page.pass();
    await done;
    const warnings = text ? [['warning', expect.stringMatching(text)]] : [];
    expect(page.events).toEqual(warnings);
    expect(JSON.stringify(page.events)).not.toContain('ada');
  });
}

test('a payment that the platform refuses without a decision lets a later one be sent', async () => {
  const later = { transactionID, token: 'later' };
  const page: FinishPage = await openPage(
    () =>
      page.sent.length === 1
        ? fails(new PlatformError(endpoint, 422, 'bad token'))()
        : { transactionID, state: 'finished' },
    { laterFinishes: [later] },
  );
  await proceedOn(page);
  await proceedOn(page);
  expect(page.sent).toEqual([finish, later]);
  expect(page.written()).toMatchObject([{ step: 'verifying' }]);
});

test('while a payment is pending, no other one is sent for the purchase', async () => {
  const page = await openPage(() => ({ transactionID, state: 'pending' }), {
    laterFinishes: [{ transactionID, token: 'later' }],
  });
  await proceedOn(page);
  await proceedOn(page);
  expect(page.sent).toEqual([finish, finish]);
  expect(page.written()).toMatchObject([{ step: 'pending' }]);
});

test('payments that the platform decides nothing about are sent in turn', async () => {
  const later = { transactionID, token: 'later' };
  const page = await openPage(fails(new PlatformError(endpoint, 409)), { laterFinishes: [later] });
  for (let tries = 0; tries < 3; tries++) {
    const done = proceed(page.context, 'a');
    await page.pass();
    await done;
  }
  expect(page.sent).toEqual([finish, later, finish]);
  expect(page.written()).toMatchObject([{ step: 'finishing', tries: 3 }]);
});

test('an answer that cannot be used says so, and the next try waits', async () => {
  const { error, tries, lease } = await finished(() => ({ transactionID: '8', state: 'finished' }));
  expect(error).toEqual({ code: 'malformed', message: 'the answer names another transaction' });
  expect([tries, lease]).toEqual([1, undefined]);
  expect((await finished(() => ({ transactionID }), { tries: 2 })).error).toEqual({
    code: 'malformed',
  });
});

test('only an answer that cannot be used is reported as unreadable', async () => {
  for (const [state, count] of [
    ['x', 1],
    ['pending', 0],
    ['finished', 0],
  ] as const) {
    const page = await openPage(() => ({ transactionID, state }));
    await proceedOn(page);
    expect(page.unreadable).toHaveLength(count);
    if (count) expect(page.unreadable).toMatchObject([{ id: endpoint, code: 'malformed' }]);
  }
});

test('each try of a finish is counted, but not one in which the viewer changed', async () => {
  const network = fails(new NetworkError());
  expect((await finished(network, { tries: 2 })).tries).toBe(3);
  expect((await finished(network)).tries).toBe(1);
  const changed = await finished(fails(identityChanged()), { tries: 2 });
  expect([changed.tries, changed.triedAt]).toEqual([0, 0]);
});

test('a refusal that comes after the viewer has changed fails no purchase', async () => {
  const page = await openPage(
    () => {
      become(page, '18');
      throw new PlatformError(endpoint, 402, 'declined');
    },
    { tries: 2 },
  );
  await proceedOn(page);
  expect(page.written()).toMatchObject([
    { step: 'finishing', finish, tries: 0, error: { code: 'identity-changed' } },
  ]);
});

for (const status of [402, 410, 403]) {
  test(`a ${status} of a session that cannot be opened is no answer to a finish`, async () => {
    const later = { transactionID, token: 'later' };
    const page = await openPage(() => ({}), { laterFinishes: [later] });
    refuseSession(page, status);
    await proceedOn(page);
    expect(page.sent).toEqual([]);
    expect(page.written()).toMatchObject([
      { step: 'finishing', finish, laterFinishes: [later], tries: 1, error: { code: 'platform' } },
    ]);
    expect(page.events).toEqual([]);
  });
}

test('a refusal of the session that follows a lost one is no answer to a finish', async () => {
  const page = await openPage(() => {
    refuseSession(page, 402);
    throw new SessionLostError(endpoint, 401);
  });
  await proceedOn(page);
  expect(page.sent).toEqual([finish]);
  expect(page.written()).toMatchObject([{ step: 'finishing', finish }]);
});

test('an error that comes while the viewer is not known fails no purchase', async () => {
  const page = await openPage(() => {
    Object.assign(page.context.session.context, { lost: true });
    throw new PlatformError('session/init', 402, 'not now');
  });
  await proceedOn(page);
  expect(page.written()).toMatchObject([{ step: 'finishing', finish }]);
});

test('an answer that says finished counts, even if another page took the lease meanwhile', async () => {
  const page = await openPage(() => {
    const lease = { tabId: 'other', expiresAt: page.stores.clock.now() + leaseMs };
    page.write({ ...page.written()[0]!, lease });
    return { transactionID, state: 'finished' };
  });
  await proceedOn(page);
  expect(page.written()).toMatchObject([{ step: 'verifying' }]);
});

for (const [words, access, tries, step] of [
  ['is granted when its item is', 'granted', 1, 'granted'],
  ['waits while its item is not', 'denied', 2, 'verifying'],
  ['is granted with the fourth check, as the platform has finished it', 'denied', 3, 'granted'],
] as const) {
  test(`a finished purchase ${words}`, async () => {
    const values = { operation: 'ppv', item: 7, streamtype: 'video', provider: 'card' } as const;
    const page = await openPage(() => ({}), { step: 'verifying', values, tries });
    const state = { access };
    const item = () => ({ $state: { get: () => state }, check: async () => state });
    Object.assign(page.context.items, { item });
    await proceedOn(page);
    const [record] = page.written();
    expect(record).toMatchObject({ step });
    expect(page.sent).toEqual([]);
    if (step === 'verifying') expect([record!.lease, record!.tries]).toEqual([undefined, 3]);
  });
}

test('a check of the item for another viewer does not count', async () => {
  const values = { operation: 'ppv', item: 7, streamtype: 'video', provider: 'card' } as const;
  for (const access of ['granted', 'denied']) {
    const page = await openPage(() => ({}), { step: 'verifying', values, tries: 3 });
    const item = () => ({
      async check() {
        become(page, '18');
        return { access };
      },
    });
    Object.assign(page.context.items, { item });
    await proceedOn(page);
    expect(page.written()).toMatchObject([{ step: 'verifying', tries: 0, triedAt: 0 }]);
  }
});

test('a purchase whose next request another page sends is left alone, without a wait', async () => {
  const lease = { tabId: 'other', expiresAt: createHeldCheckout().stores.clock.now() + leaseMs };
  const page = await openPage(() => ({}), { lease });
  await proceedOn(page);
  expect(page.sent).toEqual([]);
  expect(page.context.attempts.waitMs('a')).toBeLessThanOrEqual(0);
});

test('after a try the page asks for the next one, and shows no more that it works on it', async () => {
  const page = await openPage(() => ({ transactionID, state: 'pending' }));
  let holds = 0;
  Object.assign(page.context.tab, {
    hold: async () => {
      holds++;
      return () => holds--;
    },
  });
  for (const count of [1, 2]) {
    await proceedOn(page);
    expect([page.sent.length, holds]).toEqual([count, 0]);
    expect(page.scheduled()).toBeGreaterThanOrEqual(count);
    expect(page.written()).toMatchObject([{ step: 'pending' }]);
  }
});

test('the checks of earlier pages count: a viewer who stays on no page for long is granted', async () => {
  const values = { operation: 'ppv', item: 7, streamtype: 'video' } as const;
  const page = await openPage(() => ({}), { step: 'verifying', values, tries: 3 });
  const state = { access: 'denied' };
  const item = () => ({ $state: { get: () => state }, check: async () => state });
  Object.assign(page.context.items, { item });
  retryNow(page.context); // as each page does when it starts
  const done = proceed(page.context, 'a');
  await page.pass();
  await done;
  expect(page.written()).toMatchObject([{ step: 'granted' }]);
});

test('a settled purchase sends nothing, and neither does one that is not known', async () => {
  const page = await openPage(() => ({}), { step: 'granted' });
  for (const id of ['a', 'b']) await proceed(page.context, id);
  expect(page.sent).toEqual([]);
  expect(page.scheduled()).toBe(0);
});

test('a purchase rests for 10 s when the journal cannot be written', async () => {
  const page = await openPage(() => ({}));
  page.stores.purchaseTroubles.push(new Error('no database'), new Error('no database'));
  await proceedOn(page);
  expect([page.sent, page.context.attempts.waitMs('a')]).toEqual([[], 10_000]);
});

test('an unknown transaction is a refusal when it has been unknown for more than a day', async () => {
  const { clock } = createHeldCheckout().stores;
  const stepAfter = async (ageMs: number, code: 'not-found' | 'network'): Promise<string> => {
    const error = { code, failedAt: clock.now(), lastedMs: ageMs };
    return (await finished(fails(new NotFoundError(endpoint)), { error })).step;
  };
  expect(await stepAfter(dayMs, 'not-found')).toBe('finishing');
  expect(await stepAfter(dayMs + 1, 'not-found')).toBe('failed');
  expect(await stepAfter(dayMs + 1, 'network')).toBe('finishing');
  const error = { code: 'network', failedAt: clock.now(), lastedMs: dayMs + 1 } as const;
  expect((await finished(fails(new NetworkError()), { error })).step, 'a dead network').toBe(
    'finishing',
  );
});

test('a wait that the platform requests is kept, up to 90 s', async () => {
  for (const [requestedMs, waitMs] of [
    [20_000, 20_000],
    [600_000, 90_000],
  ] as const) {
    const page = await openPage(fails(new PlatformError(endpoint, 503, 'busy', requestedMs)));
    await proceedOn(page);
    expect(page.context.attempts.waitMs('a')).toBe(waitMs);
  }
});

test('the finish of a lost session is sent once more, with the same values', async () => {
  let calls = 0;
  const page = await openPage(() => {
    if (!calls++) throw new SessionLostError(endpoint, 401);
    return { transactionID, state: 'pending' };
  });
  await proceedOn(page);
  expect(page.sent).toEqual([finish, finish]);
  expect(page.written()).toMatchObject([{ step: 'pending' }]);
});
