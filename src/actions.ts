import type { Persistence } from './browser/storage.ts';
import type { AreaName, CallValues, EndpointId } from './contract/calls.ts';
import type { Area, ValuesOf } from './contract/endpoint.ts';
import { itemStateArea } from './contract/item-state.ts';
import { refuseFor } from './contract/refuse.ts';
import type { sessionRows } from './contract/session.ts';
import type { Checkout, OwnCheckout } from './checkout/checkout.ts';
import type { PurchaseState } from './checkout/purchase-state.ts';
import type { Allmedia } from './data/allmedia.ts';
import type { Finding, Report } from './diagnosis.ts';
import type { Answer } from './dialect/envelope.ts';
import { InputError } from './errors/input-error.ts';
import type { LoginValues } from './session/login.ts';
import type { ReportToken, Weather } from './session/lookups.ts';
import type { Request, RequestOptions } from './session/request.ts';
import type { SessionOptions } from './session/held.ts';
import type { SessionDriver } from './session/session.ts';
import type { User } from './session/session-state.ts';

type CallArguments<Values> = {} extends Values ? [values?: Values, options?: RequestOptions] : [values: Values, options?: RequestOptions];

/** What a page does less often: loaded with the first of them. */
export interface Actions {
  /**
   * Logs the viewer in (`POST /session/login`).
   * @throws `login-failed` when the platform refuses; `session-lost` when the session had ended: there is a new one for the next try; `input`
   * before anything is sent.
   * @example await usher.login({ provider: 'manual', username, password });
   */
  readonly login: (values: LoginValues, options?: RequestOptions) => Promise<User>;
  /** Queries over all streamtypes; loaded when first asked for. */
  readonly allmedia: () => Promise<Allmedia>;
  /**
   * Calls any endpoint by its id. Results of statistics are `Map`s in the order of the wire. A raw login or logout does not touch `$session`.
   * @throws `input` before anything is sent; `network`, `timeout`, `aborted`, `malformed`, `platform`, `not-found`, `session-lost`, `identity-changed`.
   * @example const { result } = await usher.call('session/currentweather', { lat: 48.1, lng: 11.6 });
   */
  readonly call: <Id extends EndpointId>(id: Id, ...rest: CallArguments<CallValues<Id>>) => Promise<Answer>;
  /** The current reporting authorization token (`GET /session/reporttoken`), kept in memory until a minute before its end. */
  readonly reportToken: (options?: RequestOptions) => Promise<string>;
  /** The weather at a place (`GET /session/currentweather`); at the session's own when none is given. */
  readonly weather: (values?: ValuesOf<typeof sessionRows.currentweather>, options?: RequestOptions) => Promise<Weather>;
  /**
   * Keeps the session elsewhere from now on. `device` or `tab`, once the viewer consents: it moves there. `none`, when consent is withdrawn:
   * what is kept is erased, in all tabs, but for purchases that are open, and the session goes on in memory.
   * @throws `unsupported`, when the browser does not let go of what it keeps; `input`.
   */
  readonly setPersistence: (persistence: Persistence) => Promise<void>;
  /**
   * Ends the session in all tabs and erases everything that is kept on the device, its hash included. The next call opens a session as a new
   * device. Resolves with the purchases that were open: from then on only the platform knows of them.
   * @throws `unsupported`, when the browser does not let go of what it keeps.
   */
  readonly forget: () => Promise<readonly PurchaseState[]>;
  /** Buying, vouchers, subscriptions and receipts; loaded when first asked for. */
  readonly checkout: () => Promise<Checkout>;
  /**
   * Looks for what may be wrong with this page's surroundings: storage, partitioning, clock, locks, the platform behind CORS, preflight and
   * CSP, copies of the code, unreadable answers, a late keepalive. It makes two small requests to the platform.
   * @example for (const { name, ok, detail } of await usher.diagnose()) console.log(ok ? 'ok' : 'LOOK', name, detail);
   */
  readonly diagnose: () => Promise<readonly Finding[]>;
  /** The same with the last calls, to be sent to whoever mends it: it holds no ID, name, address or secret of the viewer. */
  readonly report: () => Promise<Report>;
  /** Where a viewer logs in with the directory (`POST /session/generatedirectoryloginurl`). */
  readonly directoryLoginUrl: (values?: ValuesOf<typeof sessionRows.generatedirectoryloginurl>, options?: RequestOptions) => Promise<string>;
}

const loadViewer = () => import('./session/viewer.ts');

/** Each table comes when first used; no file joins them. */
const tables: Readonly<Record<AreaName, () => Promise<Area>>> = {
  session: async () => (await loadViewer()).session,
  payment: async () => itemStateArea, // all else of payment is checkout's
  allmedia: async () => (await import('./contract/allmedia.ts')).allmedia,
  system: async () => (await import('./contract/system.ts')).system,
  statistics: async () => (await import('./contract/statistics.ts')).statistics,
};

export function createActions(request: Request, session: SessionDriver, { settings, browser, dialect, emit }: SessionOptions, loadCheckout: () => Promise<OwnCheckout>): Actions {
  const { clock } = browser;
  let allmedia: Allmedia | undefined;
  let token: (ReportToken & { readonly session: string | undefined }) | undefined;

  return {
    login: async (values, options) => (await loadViewer()).login({ session, request, settings, dialect, clock, emit }, values, options),
    allmedia: async () => (allmedia ??= (await import('./data/allmedia.ts')).createAllmedia(request)),
    async call(id: EndpointId, ...[values, options]: [values?: object, options?: RequestOptions]) {
      const [areaName, name, ...rest] = String(id).split('/') as [AreaName, string];
      if (!Object.prototype.hasOwnProperty.call(tables, areaName) || rest.length) refuseFor('usher.call')('id', id);
      if (areaName === 'payment' && name !== 'itemstate') return (await loadCheckout()).callRaw(name, (values ?? {}) as Record<string, unknown>, options);
      const area = await tables[areaName]();
      const ordered = area.rows[name]?.result === 'map';
      const parse = ordered ? (dialect.parseOrdered ?? (await import('./dialect/ordered-json.ts')).parseOrdered) : undefined;
      return request(area, name, values as Record<string, unknown> | undefined, { ...options, parse });
    },
    async reportToken(options) {
      const { fetchReportToken } = await loadViewer();
      const known = token?.session === session.current()?.id ? token : undefined;
      token = { ...(await fetchReportToken(request, clock, known, options)), session: session.current()?.id };
      return token.token;
    },
    weather: async (values = {}, options) => (await loadViewer()).fetchWeather(request, values, options),
    async setPersistence(persistence) {
      if (!/^(device|tab|none)$/.test(persistence)) throw new InputError('usher.setPersistence', 'persistence', persistence, 'device, tab or none');
      // What is open stays until it is settled.
      if (persistence === 'none') await loadCheckout().then(({ erase }) => erase(false)).catch(() => {});
      return (await loadViewer()).setPersistence(session.held, persistence);
    },
    diagnose: async () => (await import('./diagnosis.ts')).diagnose(session.held, request),
    report: async () => (await import('./diagnosis.ts')).report(session.held, request),
    async forget() {
      const open = await loadCheckout().then(({ erase }) => erase(true)).catch(() => []); // where there is no journal, there is nothing in it
      await (await loadViewer()).forget(session.held);
      return open;
    },
    checkout: loadCheckout,
    directoryLoginUrl: async (values = {}, options) => (await loadViewer()).fetchDirectoryLoginUrl(request, values, options),
  };
}
