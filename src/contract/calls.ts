import type { allmediaRows } from './allmedia.ts';
import type { ValuesOf } from './endpoint.ts';
import type { mediaParameters } from './media-parameters.ts';
import type { paymentRows } from './payment.ts';
import type { sessionRows } from './session.ts';
import type { statisticsRows } from './statistics.ts';
import type { statisticsParameters } from './statistics-parameters.ts';
import type { systemRows } from './system.ts';

// Types only: no file joins the tables themselves, so that a page loads the one it uses.
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

/** The names of the five areas. */
export type AreaName = keyof Tables;

/** The id of an endpoint: area and name, as `allmedia/latest`. */
export type EndpointId = { [A in AreaName]: `${A}/${keyof Tables[A] & string}` }[AreaName];

/** The values that an endpoint takes, by its id. */
export type CallValues<Id extends EndpointId> = Id extends `${infer A extends AreaName}/${infer N}`
  ? ValuesOf<Tables[A][N & keyof Tables[A]], A extends keyof Standards ? Standards[A] : {}>
  : never;
