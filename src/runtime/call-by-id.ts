import type { Signals } from '../browser/load-chunk.ts';
import type { OwnCheckout } from '../checkout/checkout.ts';
import type { AreaName } from '../contract/calls.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { Area } from '../contract/endpoint.ts';
import { itemStateArea } from '../contract/item-state.ts';
import { InputError } from '../errors/input-error.ts';
import type { Answer } from '../dialect/envelope.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { Request, RequestOptions } from '../session/calls/request.ts';

/** Each table is loaded with its first use. No file imports all of them. */
const tables: Readonly<Record<AreaName, () => Promise<Area>>> = {
  session: async () => (await import('../session/account/account.ts')).session,
  payment: async () => itemStateArea, // checkout has all other rows of payment
  allmedia: async () => (await import('../contract/allmedia.ts')).allmedia,
  system: async () => (await import('../contract/system.ts')).system,
  statistics: async () => (await import('../contract/statistics.ts')).statistics,
};

interface Ways extends Pick<SessionOptions, 'browser' | 'dialect' | 'loadChunk'> {
  readonly request: Request;
  readonly loadCheckout: (signals?: Signals) => Promise<OwnCheckout>;
}

/** Creates the function that calls any endpoint by its id. Payments go through the journal. */
export function createCallById({
  request,
  browser,
  dialect,
  loadChunk,
  loadCheckout,
}: Ways): (id: string, values: Values, options?: RequestOptions) => Promise<Answer> {
  return async (id, values, options) => {
    const [areaName, name, ...rest] = String(id).split('/') as [AreaName, string];
    if (!Object.prototype.hasOwnProperty.call(tables, areaName) || rest.length) {
      const allowed = 'the area and the name of an endpoint';
      throw new InputError(
        'usher.call',
        'id',
        id,
        allowed,
        `there is no endpoint ${String(id).slice(0, 80)}`,
      );
    }
    if (areaName === 'payment' && name !== 'itemstate') {
      return (await loadCheckout([options?.signal])).callRaw(name, values, options);
    }
    const signals = [options?.signal];
    const area = await loadChunk(`${areaName} table`, tables[areaName], signals);
    const parse =
      area.rows[name]?.result === 'map'
        ? (
            await loadChunk(
              'read-ordered',
              () => import('../data/statistics/read-ordered.ts'),
              signals,
            )
          ).readOrdered(browser.clock, dialect)
        : undefined;
    return request(area, name, values, { ...options, parse });
  };
}
