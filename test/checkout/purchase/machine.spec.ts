import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { advance, reviveLateReturns } from '../../../src/checkout/purchase/machine.ts';
import type { PurchaseEvent } from '../../../src/checkout/purchase/purchase-event.ts';
import {
  isUnsettled,
  type PurchaseRecord,
  type PurchaseStatus,
} from '../../../src/checkout/purchase/purchase-record.ts';

const steps = [
  'preparing',
  'awaiting-provider',
  'finishing',
  'pending',
  'verifying',
  'granted',
  'failed',
  'abandoned',
  'unknown',
] as const satisfies readonly PurchaseStatus[];
const finish = { transactionID: '9007199254740993001', token: 'proof' };
const error = { code: 'network' } as const;

/** One event of each kind. */
const events = {
  'lease-taken': { type: 'lease-taken', lease: { tabId: 'tab', expiresAt: 46_000 }, tries: 2 },
  prepared: { type: 'prepared', transactionID: finish.transactionID, state: '741.nobody-guesses' },
  'provider-opened': { type: 'provider-opened' },
  received: { type: 'received', raw: { text: 'state&token=proof', receivedAt: 900 } },
  unread: { type: 'unread', error: { code: 'malformed', hint: 'read() throws' } },
  returned: { type: 'returned', finish },
  abandoned: { type: 'abandoned', error: { code: 'aborted' } },
  refused: { type: 'refused', error: { code: 'platform', hint: 'card declined' } },
  unclear: { type: 'unclear', error },
  unanswered: { type: 'unanswered', error },
  undecided: { type: 'undecided', error },
  deferred: { type: 'deferred' },
  finished: { type: 'finished', expiresAt: null },
  verified: { type: 'verified' },
} as const satisfies {
  readonly [Type in PurchaseEvent['type']]: PurchaseEvent & { readonly type: Type };
};

/** The step after each event, by the step before; `-`: nothing changes. */
const table: Readonly<
  Record<PurchaseEvent['type'], Readonly<Record<PurchaseStatus, PurchaseStatus | '-'>>>
> = {
  'lease-taken': {
    preparing: 'preparing',
    'awaiting-provider': '-',
    finishing: 'finishing',
    pending: 'pending',
    verifying: 'verifying',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  prepared: {
    preparing: 'awaiting-provider',
    'awaiting-provider': '-',
    finishing: '-',
    pending: '-',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  'provider-opened': {
    preparing: '-',
    'awaiting-provider': 'awaiting-provider',
    finishing: '-',
    pending: '-',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  received: {
    preparing: 'preparing',
    'awaiting-provider': 'awaiting-provider',
    finishing: 'finishing',
    pending: 'pending',
    verifying: 'verifying',
    granted: '-',
    failed: 'failed',
    abandoned: 'abandoned',
    unknown: 'unknown',
  },
  unread: {
    preparing: '-',
    'awaiting-provider': 'awaiting-provider',
    finishing: '-',
    pending: '-',
    verifying: '-',
    granted: '-',
    failed: 'failed',
    abandoned: 'abandoned',
    unknown: '-',
  },
  returned: {
    preparing: '-',
    'awaiting-provider': 'finishing',
    finishing: '-',
    pending: '-',
    verifying: '-',
    granted: '-',
    failed: 'failed',
    abandoned: 'abandoned',
    unknown: 'unknown',
  },
  abandoned: {
    preparing: 'abandoned',
    'awaiting-provider': 'abandoned',
    finishing: '-',
    pending: '-',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  refused: {
    preparing: 'failed',
    'awaiting-provider': 'failed',
    finishing: 'failed',
    pending: 'failed',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  unclear: {
    preparing: '-',
    'awaiting-provider': 'awaiting-provider',
    finishing: '-',
    pending: '-',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  unanswered: {
    preparing: 'preparing',
    'awaiting-provider': 'awaiting-provider',
    finishing: 'finishing',
    pending: 'pending',
    verifying: 'verifying',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  undecided: {
    preparing: '-',
    'awaiting-provider': '-',
    finishing: 'finishing',
    pending: 'pending',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  deferred: {
    preparing: '-',
    'awaiting-provider': '-',
    finishing: 'pending',
    pending: 'pending',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  finished: {
    preparing: '-',
    'awaiting-provider': '-',
    finishing: 'verifying',
    pending: 'verifying',
    verifying: '-',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
  verified: {
    preparing: '-',
    'awaiting-provider': '-',
    finishing: '-',
    pending: '-',
    verifying: 'granted',
    granted: '-',
    failed: '-',
    abandoned: '-',
    unknown: '-',
  },
};

/** A purchase as the journal may hold it at a step. */
function entryAt(step: PurchaseStatus): PurchaseRecord {
  const begun: PurchaseRecord = {
    id: 'one',
    step,
    owner: '17',
    values: { operation: 'ppv', item: 7 },
    startedAt: 100,
    changedAt: 200,
    tries: 1,
    triedAt: 300,
    error,
  };
  const prepared =
    step === 'preparing'
      ? begun
      : { ...begun, transactionID: finish.transactionID, state: '741.nobody-guesses' };
  return /^(finishing|pending)$/.test(step) ? { ...prepared, finish } : prepared;
}

const now = 1000;

/** The purchase after the platform has refused these values. */
const refuse = (before: PurchaseRecord, values: PurchaseRecord['finish']): PurchaseRecord =>
  advance(before, { ...events.refused, finish: values }, now);

for (const type of Object.keys(events) as PurchaseEvent['type'][]) {
  for (const step of steps) {
    const next = table[type][step];
    test(`a purchase that is ${step} ${next === '-' ? 'does not change' : `becomes ${next}`} on ${type}`, () => {
      const before = entryAt(step);
      const after =
        type === 'refused' ? refuse(before, before.finish) : advance(before, events[type], now);
      if (next === '-') {
        expect(after).toBe(before);
      } else {
        expect(after).not.toBe(before);
        expect(after.step).toBe(next);
      }
    });
  }
}

test('an outcome for a purchase of a newer build is stored with it', () => {
  expect(advance(entryAt('unknown'), events.returned, now)).toEqual({
    ...entryAt('unknown'),
    laterFinishes: [finish],
  });
});

test('the next step starts without tries, lease and error', () => {
  const before: PurchaseRecord = {
    ...entryAt('finishing'),
    lease: { tabId: 'tab', expiresAt: 46_000 },
  };
  expect(advance(before, events.finished, now)).toMatchObject({
    step: 'verifying',
    changedAt: now,
    tries: 0,
    triedAt: 0,
    lease: undefined,
    error: undefined,
    expiresAt: null,
  });
});

test('a missing answer changes only the error and the lease', () => {
  const before: PurchaseRecord = {
    ...entryAt('finishing'),
    error: undefined,
    lease: { tabId: 'tab', expiresAt: 46_000 },
  };
  expect(advance(before, events.unanswered, now)).toEqual({ ...before, lease: undefined, error });
});

test('a lease that is taken counts the try and keeps the last error', () => {
  const before = entryAt('pending');
  expect(advance(before, events['lease-taken'], now)).toEqual({
    ...before,
    lease: { tabId: 'tab', expiresAt: 46_000 },
    tries: 2,
    triedAt: now,
  });
});

test('the time of the last opening of the provider is kept', () => {
  expect(
    advance(
      advance(entryAt('awaiting-provider'), events['provider-opened'], 500),
      events['provider-opened'],
      now,
    ).providerOpenedAt,
  ).toBe(now);
});

test('later outcomes are queued once, in order, and used when the platform refuses the first', () => {
  const [second, third] = [
    { ...finish, token: 'second' },
    { ...finish, token: 'third' },
  ];
  let entry = entryAt('finishing');
  for (const each of [second, finish, third, second]) {
    entry = advance(entry, { type: 'returned', finish: each }, now);
  }
  expect(entry).toEqual({ ...entryAt('finishing'), laterFinishes: [second, third] });
  entry = refuse(entry, finish);
  expect(entry).toMatchObject({
    step: 'finishing',
    finish: second,
    laterFinishes: [third],
    changedAt: now,
    tries: 0,
    triedAt: 0,
    error: undefined,
  });
  entry = refuse(refuse(entry, second), third);
  expect(entry).toMatchObject({ step: 'failed', finish: undefined, laterFinishes: undefined });
});

test('a late refusal of an earlier payment does not fail the present one', () => {
  const present: PurchaseRecord = {
    ...entryAt('finishing'),
    finish: { ...finish, token: 'second' },
    laterFinishes: [{ ...finish, token: 'third' }],
  };
  expect(refuse(present, finish)).toBe(present);
  expect(refuse(present, undefined)).toBe(present); // a window in which the viewer was declined
});

test('a refusal that an older build gets leaves a purchase of a newer build as it is', () => {
  const laterFinishes = [{ ...finish, token: 'second' }];
  const newer: PurchaseRecord = { ...entryAt('unknown'), finish, laterFinishes };
  expect(refuse(newer, finish)).toBe(newer);
});

const unreadReturns = [events.received.raw];
const dayMs = 86_400_000;

test('an unreadable return keeps a purchase open, whatever the clock says', () => {
  const unread: PurchaseRecord = { ...entryAt('awaiting-provider'), unreadReturns };
  expect(advance(unread, events.abandoned, now + 400 * dayMs)).toBe(unread);
  expect(refuse({ ...entryAt('finishing'), unreadReturns }, finish)).toMatchObject({
    step: 'awaiting-provider',
    finish: undefined,
    unreadReturns,
    error: events.refused.error,
  });
});

test('a return is stored once, ten are kept unread, and a granted purchase keeps none', () => {
  const more = Array.from({ length: 12 }, (_, index) => ({
    text: `state&token=${index}`,
    receivedAt: 900,
  }));
  const entry = [unreadReturns[0]!, ...more, ...more].reduce(
    (before, each) => advance(before, { type: 'received', raw: each }, now),
    entryAt('verifying'),
  );
  expect(entry.unreadReturns).toEqual([unreadReturns[0]!, ...more.slice(0, 9)]);
  expect(advance(entry, events.verified, now)).toMatchObject({
    step: 'granted',
    unreadReturns: undefined,
  });
});

test('a late return waits while another purchase of its intent has an unreadable return', () => {
  const entries: PurchaseRecord[] = [
    settled,
    { ...entryAt('awaiting-provider'), id: 'two', unreadReturns },
  ];
  expect(reviveLateReturns(entries, now)).toEqual(entries);
});

test('an unreadable return is noted once, with each new reason', () => {
  const noted = advance(entryAt('awaiting-provider'), events.unread, now);
  expect(noted.error).toEqual(events.unread.error);
  expect(advance(noted, events.unread, now)).toBe(noted);
  for (const changed of [{ hint: 'no token' }, { code: 'platform' }] as const) {
    const reason = { ...events.unread.error, ...changed };
    expect(advance(noted, { type: 'unread', error: reason }, now).error).toEqual(reason);
  }
});

test('a return with the text of another one is stored once', () => {
  const before = advance(entryAt('verifying'), events.received, now);
  const again = { ...events.received.raw, receivedAt: 950 };
  expect(advance(before, { type: 'received', raw: again }, now)).toBe(before);
});

const settled: PurchaseRecord = { ...entryAt('abandoned'), laterFinishes: [finish] };

test('only a refusal of a sent payment makes the next one of the purchase follow', () => {
  const waiting = { laterFinishes: [{ ...finish, token: 'second' }] };
  const finishing: PurchaseRecord = { ...entryAt('finishing'), ...waiting };
  expect(advance(finishing, events.finished, now)).toMatchObject({ step: 'verifying', finish });
  const newer: PurchaseRecord = { ...entryAt('unknown'), finish, ...waiting };
  for (const before of [newer, settled]) expect(advance(before, events.refused, now)).toBe(before);
});

test('an outcome for an abandoned or failed purchase is queued', () => {
  for (const step of ['abandoned', 'failed'] as const) {
    expect(advance(entryAt(step), events.returned, now)).toEqual({
      ...entryAt(step),
      laterFinishes: [finish],
    });
  }
  expect(reviveLateReturns([settled], now)).toMatchObject([
    { step: 'finishing', finish, laterFinishes: [], changedAt: now, tries: 0, triedAt: 0 },
  ]);
});

test('a revived purchase replaces an unpaid one of the same intent and viewer only', () => {
  const unpaid: PurchaseRecord = {
    ...entryAt('awaiting-provider'),
    id: 'two',
    transactionID: '2',
    providerOpenedAt: 400,
  };
  const others = [
    { ...unpaid, id: 'three', owner: '18' },
    { ...unpaid, id: 'four', values: { operation: 'ppv', item: 8 } },
  ];
  expect(
    reviveLateReturns([...others, settled, unpaid], now).map(({ id, step }) => [id, step]),
  ).toEqual([
    ['three', 'awaiting-provider'],
    ['four', 'awaiting-provider'],
    ['one', 'finishing'],
    ['two', 'abandoned'],
  ]);
});

for (const step of ['finishing', 'verifying', 'unknown'] as const) {
  test(`a late return waits while another purchase of its intent is ${step}`, () => {
    const entries = [settled, { ...entryAt(step), id: 'two', error: undefined }];
    expect(reviveLateReturns(entries, now)).toEqual(entries);
  });
}

test('a late return goes on beside a pending purchase of its intent, which may never end', () => {
  const pending: PurchaseRecord = { ...entryAt('pending'), id: 'two', finish };
  expect(reviveLateReturns([settled, pending], now)).toEqual([
    expect.objectContaining({ id: 'one', step: 'finishing', finish }),
    pending,
  ]);
});

test('a late return goes on beside a purchase of its intent whose finish has failed', () => {
  const failing: PurchaseRecord = { ...entryAt('finishing'), id: 'two', error: undefined };
  const waiting = reviveLateReturns([settled, failing], now);
  expect(waiting.map(({ step }) => step)).toEqual(['abandoned', 'finishing']);
  const failed = waiting.map((each) => advance(each, events.undecided, now));
  expect(reviveLateReturns(failed, now)).toEqual([
    expect.objectContaining({ id: 'one', step: 'finishing', finish }),
    failed[1],
  ]);
});

const anyEvent: fc.Arbitrary<PurchaseEvent> = fc.constantFrom(...Object.values(events), {
  type: 'returned',
  finish: { ...finish, token: 'second' },
} as const);

const lasting = ['id', 'owner', 'values', 'startedAt', 'transactionID', 'state'] as const;

/** What an event has damaged. */
function lost(before: PurchaseRecord, entry: PurchaseRecord): string[] {
  const gone = lasting
    .filter((name) => before[name] !== undefined && entry[name] !== before[name])
    .map((name) => `${name} has changed`);
  const isFinishing = /^(finishing|pending)$/.test(entry.step);
  return [
    ...gone,
    ...(steps.includes(entry.step) ? [] : [`the step is ${entry.step}`]),
    ...(before.providerOpenedAt !== undefined && entry.providerOpenedAt === undefined
      ? ['when it left is lost']
      : []),
    ...(!isUnsettled(entry) && entry.finish ? [`${entry.step} with a secret`] : []),
    ...(entry.step !== before.step && !isUnsettled(entry) && entry.unreadReturns
      ? [`${entry.step} with a return`]
      : []),
    ...(isFinishing && entry.finish?.transactionID !== entry.transactionID
      ? ['there is nothing to finish with']
      : []),
    ...(/^(finishing|pending|verifying|granted)$/.test(entry.step) && !entry.transactionID
      ? [`${entry.step} without a transaction`]
      : []),
  ];
}

test('no events lose transaction, owner or item, and a settled purchase holds no secret', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...steps),
      fc.array(anyEvent, { maxLength: 30, size: 'max' }),
      (step, course) => {
        let entry = entryAt(step);
        for (const event of course) {
          // A return is found by its transaction.
          if (event.type === 'returned' && !entry.transactionID) continue;
          const before = entry;
          entry = advance(entry, event, now);
          const broken = lost(before, entry);
          if (broken.length) throw new Error(`${before.step}, ${event.type}: ${broken.join(', ')}`);
        }
      },
    ),
    { seed: 20261121, numRuns: 2000 },
  );
});
