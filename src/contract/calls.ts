import type { AllmediaCalls } from './call-values/allmedia.ts';
import type { PaymentCalls } from './call-values/payment.ts';
import type { SessionCalls } from './call-values/session.ts';
import type { StatisticsCalls } from './call-values/statistics.ts';
import type { SystemCalls } from './call-values/system.ts';

// Types only: no file imports all tables, so that a page loads only the one it uses.
interface Calls {
  session: SessionCalls;
  payment: PaymentCalls;
  allmedia: AllmediaCalls;
  system: SystemCalls;
  statistics: StatisticsCalls;
}

export type AreaName = keyof Calls;

/** The id of an endpoint: area and name, for example `allmedia/latest`. */
export type EndpointId = { [A in AreaName]: `${A}/${keyof Calls[A] & string}` }[AreaName];

/** The values of an endpoint, by its id. */
export type CallValues<Id extends EndpointId> = Id extends `${infer A extends AreaName}/${infer N}`
  ? Calls[A][N & keyof Calls[A]]
  : never;
