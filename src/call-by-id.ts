import type { AreaName } from './contract/calls.ts';
import { encodeCallWith } from './contract/encode-call.ts';
import type { Values } from './contract/encode-fields.ts';
import type { Area } from './contract/endpoint.ts';
import { itemStateArea } from './contract/item-state.ts';
import { refuseFor } from './contract/refuse.ts';
import type { OwnCheckout } from './checkout/checkout.ts';
import type { DataParts } from './data/ask.ts';
import type { Answer } from './dialect/envelope.ts';
import type { SessionOptions } from './session/held.ts';
import type { Request, RequestOptions } from './session/request.ts';

/** Each table comes when first used; no file joins them. */
const tables: Readonly<Record<AreaName, () => Promise<Area>>> = {
  session: async () => (await import('./session/viewer.ts')).session,
  payment: async () => itemStateArea, // all else of payment is checkout's
  allmedia: async () => (await import('./contract/allmedia.ts')).allmedia,
  system: async () => (await import('./contract/system.ts')).system,
  statistics: async () => (await import('./contract/statistics.ts')).statistics,
};

interface Ways extends Pick<SessionOptions, 'browser' | 'dialect' | 'kit'> {
  readonly request: Request;
  readonly loadCheckout: () => Promise<OwnCheckout>;
  readonly loadData: () => Promise<DataParts>;
}

/** Makes what calls any endpoint by its id, each area's in its own way: payments by the journal, data in their turn. */
export function createCallById({ request, browser, dialect, kit, loadCheckout, loadData }: Ways): (id: string, values: Values, options?: RequestOptions) => Promise<Answer> {
  return async (id, values, options) => {
    const [areaName, name, ...rest] = String(id).split('/') as [AreaName, string];
    if (!Object.prototype.hasOwnProperty.call(tables, areaName) || rest.length) refuseFor('usher.call')('id', id);
    if (areaName === 'payment' && name !== 'itemstate') return (await loadCheckout()).callRaw(name, values, options);
    const area = await tables[areaName]();
    if (areaName === 'session' || areaName === 'payment') return request(area, name, values, options);
    const { row } = encodeCallWith(kit.encodeFields, area, name, values); // refused at once, and not when it is its turn
    const parse = row.result === 'map' ? (await import('./data/read-ordered.ts')).readOrdered(browser.clock, dialect) : undefined;
    return (await loadData()).reader.inTurn((signal) => request(area, name, values, { signal, parse }), options?.signal);
  };
}
