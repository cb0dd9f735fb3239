import type { allmediaRows } from './allmedia.ts';
import type { ValuesOf } from './endpoint.ts';
import type { mediaParameters } from './media-parameters.ts';
import type { paymentRows } from './payment.ts';
import type { sessionRows } from './session.ts';
import type { statisticsRows } from './statistics.ts';
import type { statisticsParameters } from './statistics-parameters.ts';
import type { systemRows } from './system.ts';

// Types only: no file imports all tables, so that a page loads only the one it uses.
interface Tables {
  session: typeof sessionRows;
  payment: typeof paymentRows;
  allmedia: typeof allmediaRows;
  system: typeof systemRows;
  statistics: typeof statisticsRows;
}
interface Standards {
  allmedia: typeof mediaParameters;
  statistics: typeof statisticsParameters;
}

export type AreaName = keyof Tables;

/** The id of an endpoint: area and name, for example `allmedia/latest`. */
export type EndpointId = { [A in AreaName]: `${A}/${keyof Tables[A] & string}` }[AreaName];

/** The values of an endpoint, by its id. */
export type CallValues<Id extends EndpointId> = Id extends `${infer A extends AreaName}/${infer N}`
  ? ValuesOf<Tables[A][N & keyof Tables[A]], A extends keyof Standards ? Standards[A] : {}>
  : never;
