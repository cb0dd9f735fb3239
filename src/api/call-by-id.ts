import type { Signals } from '../browser/load-chunk.ts';
import type { InternalCheckout } from '../checkout/checkout.ts';
import type { AreaName } from '../contract/calls.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { Area } from '../contract/endpoint.ts';
import { itemStateArea, performsTransaction } from '../contract/item-state.ts';
import type { FiguresReader } from '../data/statistics/read-ordered.ts';
import type { Answer } from '../dialect/envelope.ts';
import { InputError } from '../errors/input-error.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { InternalRequestOptions, SessionRequest } from '../session/request.ts';
import type { SessionOptions } from '../session/session-options.ts';

/** Each table is loaded with its first use. No file imports all of them. */
const tables: Readonly<Record<AreaName, () => Promise<Area>>> = {
  session: async () => (await import('../session/account/account-chunk.ts')).session,
  payment: async () => itemStateArea, // checkout has all other rows of payment
  allmedia: async () => (await import('../contract/allmedia.ts')).allmedia,
  system: async () => (await import('../contract/system.ts')).system,
  statistics: async () => (await import('../contract/statistics.ts')).statistics,
};

interface Ways extends Pick<SessionOptions, 'browser' | 'dialect' | 'loadChunk'> {
  readonly request: SessionRequest;
  readonly loadCheckout: (signals?: Signals) => Promise<InternalCheckout>;
  /** Makes a login, which all tabs have to know of. */
  readonly login: (values: Values, options?: ByIdOptions) => Promise<Answer>;
  /** Ends the session in all tabs. */
  readonly logout: (values: Values, options?: ByIdOptions) => Promise<Answer>;
}

/** The options of a page's call, and when and for whom the page made it. */
type ByIdOptions = Pick<InternalRequestOptions, 'signal' | 'viewerSignal' | 'calledAt' | 'askedBy'>;

/** Creates the function that calls any endpoint by its id. Payments go through the journal. */
export function createCallById(
  ways: Ways,
): (id: string, values: Values, options?: ByIdOptions) => Promise<Answer> {
  const { request, loadChunk, loadCheckout, login, logout } = ways;
  return async (id, values, options) => {
    if (typeof id !== 'string') throw unreadableId(id);
    if (id === 'session/login') return login(values, options);
    if (id === 'session/logout') return logout(values, options);
    const [areaName, name, ...rest] = id.split('/') as [AreaName, string];
    const refuse = async (names?: readonly string[]): Promise<never> => {
      const load = () => import('../diagnosis/unknown-endpoint.ts');
      const { unknownEndpoint } = await loadChunk('debug', load, [options?.signal]);
      throw unknownEndpoint(id, names);
    };
    if (!Object.prototype.hasOwnProperty.call(tables, areaName) || rest.length) return refuse();
    if (areaName === 'payment' && (name !== 'itemstate' || performsTransaction(values))) {
      const { callRaw } = await loadCheckout([options?.signal]);
      // Without `viewerSignal` a payment rejects with `identity-changed`, not with `aborted`.
      const given = { askedBy: undefined, ...options, viewerSignal: undefined };
      return callRaw(name, values, given).catch((error: unknown) => {
        if (isUnknownEndpoint(error)) return refuse();
        throw error;
      });
    }
    const signals = [options?.signal];
    const area = await loadChunk(`${areaName} table`, tables[areaName], signals);
    // Members of an object's prototype are not rows: they have no method.
    if (!area.rows[name]?.method) return refuse(Object.keys(area.rows));
    if (area.rows[name].result !== 'map') return request(area, name, values, options);
    const { parse, convert } = await loadFiguresReader(name, ways, signals);
    const answer = await request(area, name, values, { ...options, parse });
    return { ...answer, result: convert(answer.result) };
  };
}

/** Loads the reader of figures in their order. */
async function loadFiguresReader(
  name: string,
  { browser, dialect, loadChunk }: Ways,
  signals: Signals,
): Promise<FiguresReader> {
  const load = () => import('../data/statistics/read-ordered.ts');
  const { figuresReader } = await loadChunk('read-ordered', load, signals);
  return figuresReader(name, browser.clock, dialect);
}

const unreadableId = (id: unknown): InputError =>
  new InputError('usher.call', 'id', id, 'the area and the name of an endpoint');

const isUnknownEndpoint = (error: unknown): boolean =>
  isUsherError(error, 'input') && error.field === 'endpoint';
