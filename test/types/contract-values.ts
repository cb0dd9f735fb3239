// Checked by the compiler, never run: what a call may be given.
import type { allmediaRows } from '../../src/contract/allmedia.ts';
import type { KindValues, Streamtype, ValuesOf } from '../../src/contract/endpoint.ts';
import type { mediaParameters } from '../../src/contract/media-parameters.ts';
import type { paymentRows } from '../../src/contract/payment.ts';
import type { sessionRows } from '../../src/contract/session.ts';
import type { statisticsParameters } from '../../src/contract/statistics-parameters.ts';
import type { statisticsRows } from '../../src/contract/statistics.ts';
import type { systemRows } from '../../src/contract/system.ts';

type Session<N extends keyof typeof sessionRows> = ValuesOf<(typeof sessionRows)[N]>;
type Payment<N extends keyof typeof paymentRows> = ValuesOf<(typeof paymentRows)[N]>;
type System<N extends keyof typeof systemRows> = ValuesOf<(typeof systemRows)[N]>;
type Allmedia<N extends keyof typeof allmediaRows> = ValuesOf<
  (typeof allmediaRows)[N],
  typeof mediaParameters
>;
type Statistics<N extends keyof typeof statisticsRows> = ValuesOf<
  (typeof statisticsRows)[N],
  typeof statisticsParameters
>;

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <_Same extends true>(): void => undefined;

// Required fields are required, all others are not.
({ streamtype: 'video', from: '2026-11-01', to: new Date() }) satisfies Statistics<'viewsbyday'>;
({}) satisfies Session<'init'>;
({ globalid: 7n }) satisfies Allmedia<'byglobalid'>;
({ kpi: 'view', streamtype: 'video', from: '', to: '' }) satisfies Statistics<'itemlist'>;
// @ts-expect-error: a period has an end
({ streamtype: 'video', from: '2026-11-01' }) satisfies Statistics<'viewsbyday'>;
// @ts-expect-error: an item list is one of a KPI
({ streamtype: 'video', from: '', to: '' }) satisfies Statistics<'itemlist'>;
// @ts-expect-error: a path segment cannot be left out
({}) satisfies Allmedia<'byglobalid'>;
// @ts-expect-error: a path segment cannot be undefined
({ query: undefined }) satisfies Allmedia<'byquery'>;
// @ts-expect-error: the real-time endpoints need a streamtype
({}) satisfies Statistics<'realtime'>;

// The unnamed argument may be left out.
({ streamtype: 'video', from: '', to: '' }) satisfies Statistics<'chartsbyviews'>;
({ streamtype: 'video', from: '', to: '', argument: 'top' }) satisfies Statistics<'chartsbyviews'>;
({}) satisfies System<'ttsvoices'>;
// @ts-expect-error: the argument is a text
({ argument: 5 }) satisfies System<'ttsvoices'>;

// Closed enumerations are closed.
yes<Same<Allmedia<'mostactive'>['timeframe'], 1 | 5 | 10 | 30 | undefined>>();
yes<
  Same<Statistics<'viewsbyday'>['device'], 'pc' | 'mobile' | 'tablet' | 'tv' | 'smart' | undefined>
>();
yes<Same<Payment<'verifyinapptransaction'>['provider'], 'io' | 'go' | 'am' | undefined>>();
// @ts-expect-error: seven days are no timeframe
({ timeframe: 7 }) satisfies Allmedia<'mostactive'>;
// @ts-expect-error: enumerations are spelled as the platform spells them
({ orderDir: 'desc' }) satisfies Allmedia<'latest'>;

// Open ones suggest what is known, and take any text.
yes<
  Same<
    Payment<'preparetransaction'>['operation'],
    'subscription' | 'ppv' | 'ownage' | 'deposit' | (string & {}) | undefined
  >
>();
yes<
  Same<
    Session<'login'>['provider'],
    'hash' | 'broadcast' | 'secondscreen' | 'manual' | (string & {}) | undefined
  >
>();
yes<Same<System<'editableattributesfor'>['streamtype'], Streamtype>>();
({ operation: 'rental', streamtype: 'new kind' }) satisfies Payment<'preparetransaction'>;
// @ts-expect-error: open, yet a text
({ operation: 5 }) satisfies Payment<'preparetransaction'>;

// Fields take what a person has at hand.
yes<Same<Payment<'itemstate'>['item'], number | bigint | string | undefined>>();
yes<Same<Payment<'itemstate'>['performTransactionIfPossible'], boolean | 0 | 1 | undefined>>();
yes<Same<Payment<'preparetransaction'>['capturePaymentOn'], Date | number | undefined>>();
yes<Same<Payment<'preparetransaction'>['amount'], number | undefined>>();
yes<Same<Statistics<'viewsbyday'>['from'], Date | string>>();
yes<Same<Allmedia<'byquery'>['queryFields'], KindValues['list'] | undefined>>();
({
  excludeItems: [1, '2', 3n] as const,
  selectedStreamtypes: ['video'],
  extra: { further: true },
}) satisfies Allmedia<'latest'>;
({ excludeItems: '1,2', selectedStreamtypes: 'video,audio' }) satisfies Allmedia<'latest'>;
// @ts-expect-error: an amount is no text
({ amount: '499' }) satisfies Payment<'preparetransaction'>;
// @ts-expect-error: a flag is no text
({ isPremium: 'yes' }) satisfies Payment<'addexternalsubscription'>;

// The shared parameters belong to the rows that refer to them, and to no others.
// @ts-expect-error: the real-time endpoints ignore the period
({ streamtype: 'video', from: '' }) satisfies Statistics<'realtime'>;
// @ts-expect-error: there is no such field
({ nosuchfield: 1 }) satisfies Allmedia<'latest'>;
// @ts-expect-error: all-media calls have no streamtype
({ query: 'a', streamtype: 'video' }) satisfies Allmedia<'byquery'>;
