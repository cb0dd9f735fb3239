import fc from 'fast-check';
import { areas } from '../../demo/platform/areas.ts';
import { encodeCall } from '../../src/contract/encode-call.ts';
import type { Area, Row } from '../../src/contract/endpoint.ts';
import { anyValues } from '../fixtures/contract/values.ts';
import {
  film,
  keep,
  monthly,
  openPaymentSetup,
  rent,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';
import { createTarget } from './fuzz.ts';
import { hostileText, wellFormed } from './hostile.ts';

/** A request of one viewer. `{transaction}` stands for the ID of the last prepared purchase. */
type Step =
  | { readonly kind: 'call'; readonly method: string; readonly path: string; readonly body: string }
  | { readonly kind: 'prepare'; readonly fields: Record<string, string> }
  | { readonly kind: 'finish'; readonly claims: Record<string, unknown>; readonly isLate: boolean }
  | { readonly kind: 'pass'; readonly ms: number };

const endpoints = areas.flatMap((area) =>
  Object.entries(area.rows).map(([name, row]) => ({ area, name, row })),
);

/** Any endpoint with valid values, as the runtime would send it. */
const validCall: fc.Arbitrary<Step> = fc
  .constantFrom(...endpoints)
  .chain(({ area, name, row }) => anyValues(area, row).map((values) => asSent(area, name, values)));

function asSent(
  area: Area,
  name: string,
  values: Readonly<Record<string, { readonly given: unknown }>>,
): Step {
  const given = Object.fromEntries(Object.entries(values).map(([key, pair]) => [key, pair.given]));
  const { path, query, body, row } = encodeCall(area, name, given);
  return { kind: 'call', method: row.method, path: query ? `${path}?${query}` : path, body };
}

/** Any endpoint with any text in each field, in the wrong places, twice, or missing. */
const hostileCall: fc.Arbitrary<Step> = fc.constantFrom(...endpoints).chain(({ area, name, row }) =>
  fc
    .record({
      method: fc.constantFrom(row.method, row.method, row.method, 'GET', 'POST', 'DELETE', 'PUT'),
      segments: fc.array(hostileText, { maxLength: Object.keys(row.path ?? {}).length + 1 }),
      query: pairsOf(area, row),
      body: fc.oneof(
        pairsOf(area, row).map((pairs) => String(new URLSearchParams(pairs))),
        hostileText,
      ),
    })
    .map(({ method, segments, query, body }) => ({
      kind: 'call' as const,
      method,
      path: `/${[area.name, name, ...segments.map(asSegment)].join('/')}?${new URLSearchParams(query)}`,
      body: method === 'GET' ? '' : body,
    })),
);

const pairsOf = (area: Area, row: Row): fc.Arbitrary<[string, string][]> => {
  const names = Object.keys({
    ...row.query,
    ...row.body,
    ...row.path,
    ...(row.standard && area.standard),
  });
  return fc.array(fc.tuple(fc.constantFrom(...names, 'extra'), hostileText), { maxLength: 6 });
};

const asSegment = (text: string): string => encodeURIComponent(wellFormed(text));

const withWellFormed = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, wellFormed(text)]));

/** Purchases at prices that the platform has, and others. */
const prepare: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(rent, keep, monthly),
    fc.dictionary(
      fc.constantFrom(
        'amount',
        'currency',
        'provider',
        'item',
        'operation',
        'subscriptionDuration',
        'subscriptionIsPremium',
        'subscriptionWillRenew',
        'subscriptionWillBePayedMonthly',
        'capturePaymentOn',
      ),
      fc.oneof(hostileText, fc.constantFrom('0', '1', '12', '499', 'USD', film, '1795600000')),
      { maxKeys: 2, noNullPrototype: true },
    ),
  )
  .map(([terms, others]) => ({ kind: 'prepare', fields: { ...terms, ...others } }));

/** What a provider's token may say of the payment, the true amount or another. */
const finish: fc.Arbitrary<Step> = fc
  .record({
    claims: fc.record(
      {
        amount: fc.constantFrom<unknown>(499, 1299, 799, 0, -1, 1, 1e15, '499', null),
        currency: fc.constantFrom<unknown>('EUR', 'USD', '', 7),
        outcome: fc.constantFrom<unknown>('approved', 'declined', 'pending', 'x', null),
        reference: fc.constantFrom<unknown>('PAY-1', 'PAY-2', '', 5),
      },
      { requiredKeys: [] },
    ),
    isLate: fc.boolean(),
  })
  .map((given) => ({ kind: 'finish', ...given }));

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: hostileCall },
  { weight: 3, arbitrary: validCall },
  { weight: 3, arbitrary: prepare },
  { weight: 3, arbitrary: finish },
  {
    weight: 1,
    arbitrary: fc.constantFrom(60_000, 86_400_000, 40 * 86_400_000).map((ms) => ({
      kind: 'pass' as const,
      ms,
    })),
  },
);

/** What the platform answers only when something went wrong inside. */
const isFault = (status: number): boolean => status >= 500;
const answerWithinMs = 10_000;
/** The first and the last domain that the platform makes when it is asked for. */
const [firstDomain, lastDomain] = [9000, 9999];

async function perform(
  setup: PaymentSetup,
  buyer: Buyer,
  domain: number,
  step: Step,
  last: Last,
): Promise<void> {
  if (step.kind === 'pass') return setup.pass(step.ms);
  if (step.kind === 'prepare') {
    const { status, result } = await buyer.pay('preparetransaction', withWellFormed(step.fields));
    if (isFault(status)) throw new Error(`prepare is answered by ${status}`);
    if (status === 200) last.transaction = String(result.general.transactionID);
    return;
  }
  if (step.kind === 'finish') {
    const token = await setup.provider.sign({ sub: last.transaction, ...step.claims });
    const { status } = await buyer.pay('finishtransaction', {
      transactionID: last.transaction,
      token,
      ...(step.isLate && { isLatePremium: '1' }),
    });
    if (isFault(status)) throw new Error(`finish is answered by ${status}`);
    return;
  }
  const response = await fetch(`${setup.platform.url}/v3.1/${domain}${step.path}`, {
    method: step.method,
    headers: {
      'X-Request-CID': buyer.cid,
      ...(step.body && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    ...(step.body && { body: wellFormed(step.body) }),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const text = await response.text();
  if (isFault(response.status)) throw new Error(`answered by ${response.status}: ${text}`);
  const { metadata } = JSON.parse(text) as { metadata?: { status?: number } };
  if (metadata?.status !== response.status) throw new Error(`no envelope: ${text.slice(0, 200)}`);
}

/** What later steps refer to. */
interface Last {
  transaction: string;
}

/** The reference platform: no fault of its own, always an envelope, and books that agree. */
export const platformTarget = createTarget({
  name: 'platform',
  about: 'requests of a viewer: no 5xx, always an envelope, and a ledger that agrees',
  values: fc.array(anyStep, { maxLength: 10 }),
  async open() {
    let setup = await openPaymentSetup({ signed: false });
    let domain = firstDomain;
    return {
      async holds(steps) {
        if (++domain > lastDomain) {
          await setup.close();
          setup = await openPaymentSetup({ signed: false });
          domain = firstDomain;
        }
        const buyer = await setup.buyer(domain);
        const last: Last = { transaction: '1' };
        for (const step of steps) await perform(setup, buyer, domain, step, last);
        const { problems } = await setup.platform.ledger(domain);
        if (problems.length > 0) throw new Error(`the ledger: ${JSON.stringify(problems)}`);
      },
      close: () => setup.close(),
    };
  },
});
