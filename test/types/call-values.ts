// Checked by the compiler, never run: the generated interfaces say what the tables say.
import type { allmediaRows } from '../../src/contract/allmedia.ts';
import type { ValuesOf } from '../../src/contract/endpoint.ts';
import type { mediaParameters } from '../../src/contract/media-parameters.ts';
import type { paymentRows } from '../../src/contract/payment.ts';
import type { sessionRows } from '../../src/contract/session.ts';
import type { statisticsParameters } from '../../src/contract/statistics-parameters.ts';
import type { statisticsRows } from '../../src/contract/statistics.ts';
import type { systemRows } from '../../src/contract/system.ts';
import type {
  AllmediaCalls,
  AllmediaLatestValues,
  BuyValues,
  CallValues,
  EndpointId,
  InitFields,
  PaymentCalls,
  SessionCalls,
  SessionInitValues,
  StatisticsCalls,
  SystemCalls,
  UpgradeValues,
} from '../../src/index.ts';

/** The same members, also the same optional ones. `Flat` takes what an interface inherits. */
type Same<A, B> =
  (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };
const yes = <_Same extends true>(): void => undefined;

type Differing<Calls, Rows, Standard> = {
  [Name in keyof Calls & keyof Rows]: Same<Calls[Name], ValuesOf<Rows[Name], Standard>> extends true
    ? never
    : Name;
}[keyof Calls & keyof Rows];
type Agrees<Calls, Rows, Standard = {}> = [Differing<Calls, Rows, Standard>] extends [never]
  ? Same<Record<keyof Calls, 1>, Record<keyof Rows, 1>>
  : false;

yes<Agrees<AllmediaCalls, typeof allmediaRows, typeof mediaParameters>>();
yes<Agrees<PaymentCalls, typeof paymentRows>>();
yes<Agrees<SessionCalls, typeof sessionRows>>();
yes<Agrees<StatisticsCalls, typeof statisticsRows, typeof statisticsParameters>>();
yes<Agrees<SystemCalls, typeof systemRows>>();

// The comparison sees a difference.
// @ts-expect-error: a row without the shared parameters
yes<Agrees<AllmediaCalls, typeof allmediaRows>>();
// @ts-expect-error: the rows of another area
yes<Agrees<PaymentCalls, typeof sessionRows>>();

// A call takes the interface of its endpoint.
const latest = (values: CallValues<'allmedia/latest'>): AllmediaLatestValues => values;
void latest;
yes<Same<CallValues<'session/init'>, SessionInitValues>>();
// @ts-expect-error: there is no such endpoint
type _None = CallValues<'allmedia/newest'>;
'session/init' satisfies EndpointId;

// A finish names its transaction.
// @ts-expect-error: a token alone finishes nothing
({ token: 'proof' }) satisfies CallValues<'payment/finishtransaction'>;
({ transactionID: '7', token: 'proof' }) satisfies CallValues<'payment/finishtransaction'>;

// What a publisher or a purchase gives are the interfaces with fewer or with required fields.
({ gateway: 'desktop', addPriceModel: true, lat: 48.1 }) satisfies InitFields;
// @ts-expect-error: the runtime sets the device hash
({ nxp_devh: '4:1500496747:178989' }) satisfies InitFields;
({
  operation: 'ppv',
  amount: 499,
  currency: 'EUR',
  provider: 'card',
  item: 7n,
}) satisfies BuyValues;
// @ts-expect-error: a purchase has a price
({ operation: 'ppv', currency: 'EUR', provider: 'card' }) satisfies BuyValues;
// @ts-expect-error: an upgrade has a reference
({ amount: 499, transactionID: undefined }) satisfies UpgradeValues;
