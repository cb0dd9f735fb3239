import { createCallById } from './call-by-id.ts';
import type { Persistence } from './browser/storage.ts';
import type { Values } from './contract/encode-fields.ts';
import type { CallValues, EndpointId } from './contract/calls.ts';
import type { ValuesOf } from './contract/endpoint.ts';
import type { sessionRows } from './contract/session.ts';
import type { Checkout, OwnCheckout } from './checkout/checkout.ts';
import type { PurchaseState } from './checkout/purchase-state.ts';
import type { Allmedia } from './data/allmedia.ts';
import type { Statistics } from './data/statistics.ts';
import type { System } from './data/system.ts';
import type { Finding, Report } from './diagnosis.ts';
import type { Answer } from './dialect/envelope.ts';
import { InputError } from './errors/input-error.ts';
import type { LoginValues } from './session/login.ts';
import type { ReportToken, Weather } from './session/lookups.ts';
import { once } from './once.ts';
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
  /** The platform's own lists, and what is wrong there now; loaded when first asked for. */
  readonly system: () => Promise<System>;
  /** Figures of the domain; loaded when first asked for. */
  readonly statistics: () => Promise<Statistics>;
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

export function createActions(request: Request, session: SessionDriver, { settings, browser, dialect, kit, emit }: SessionOptions, loadCheckout: () => Promise<OwnCheckout>): Actions {
  const { clock } = browser;
  const parts = once(async () => (await import('./data/data.ts')).createDataParts(request, session));
  const callById = createCallById({ request, browser, dialect, kit, loadCheckout, loadData: parts });
  let token: (ReportToken & { readonly session: string | undefined }) | undefined;

  return {
    login: async (values, options) => (await loadViewer()).login({ session, request, settings, dialect, clock, emit }, values, options),
    allmedia: once(async () => (await import('./data/allmedia.ts')).createAllmedia(await parts())),
    system: once(async () => (await import('./data/system.ts')).createSystem(await parts(), session)),
    statistics: once(async () => (await import('./data/statistics.ts')).createStatistics(await parts(), clock, dialect)),
    call: async (id: EndpointId, ...[values, options]: [values?: object, options?: RequestOptions]) => callById(id, (values ?? {}) as Values, options), // each id's own type stands in `Actions`
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
