import type { ReadableAtom } from 'nanostores';
import { createBrowser } from './browser/browser.ts';
import type { AreaName, CallValues, EndpointId } from './contract/calls.ts';
import { encodeFields } from './contract/encode-fields.ts';
import { refuseFor } from './contract/encode.ts';
import type { Area, ValuesOf } from './contract/endpoint.ts';
import { itemState, itemStateArea } from './contract/item-state.ts';
import type { sessionRows } from './contract/session.ts';
import type { Allmedia } from './data/allmedia.ts';
import type { Answer } from './dialect/envelope.ts';
import { createEvents } from './events.ts';
import type { On } from './events.ts';
import { createItem } from './item/item.ts';
import type { Item, ItemReference } from './item/item.ts';
import { checkOptions } from './options.ts';
import type { UsherOptions } from './options.ts';
import type { LoginValues } from './session/login.ts';
import type { ReportToken, Weather } from './session/lookups.ts';
import { runtimeKey } from './session/opening.ts';
import { registryEntry } from './session/registry.ts';
import { createRequest } from './session/request.ts';
import type { RequestOptions } from './session/request.ts';
import { createSession } from './session/session.ts';
import type { SessionState, User } from './session/session-state.ts';
import type { Call } from './transport/call.ts';

/** The runtime of one platform and domain on a page. */
export interface Usher {
  /** The session, read-only: any nanostores binding works with it. */
  readonly $session: ReadableAtom<SessionState>;
  /** The viewer who is logged in, or `null`. */
  readonly $user: ReadableAtom<User | null>;
  /**
   * Opens the session, or goes on with the one of an earlier page. Implied by the first call that needs a session.
   * @throws `network`, `timeout`, `malformed`, `platform`, `static-session`, `aborted`.
   */
  readonly start: () => Promise<SessionState>;
  /**
   * Logs the viewer in (`POST /session/login`).
   * @throws `login-failed` when the platform refuses; `input` before anything is sent.
   * @example await usher.login({ provider: 'manual', username, password });
   */
  readonly login: (values: LoginValues, options?: RequestOptions) => Promise<User>;
  /** Ends the session at once, and tells the platform (`POST /session/logout`). The next call opens an anonymous session. */
  readonly logout: () => Promise<void>;
  /**
   * An item at the door; the same object for the same item.
   * @throws `input`, at once.
   */
  readonly item: (reference: ItemReference) => Item;
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
  /** Where a viewer logs in with the directory (`POST /session/generatedirectoryloginurl`). */
  readonly directoryLoginUrl: (values?: ValuesOf<typeof sessionRows.generatedirectoryloginurl>, options?: RequestOptions) => Promise<string>;
  /** Subscribes to an event; the returned function ends it. A late subscriber to `session` gets the present one at once. */
  readonly on: On;
  /** Ends everything that the runtime holds on this page, for good. The session itself lives on for the next page. */
  readonly dispose: () => void;
}

type CallArguments<Values> = {} extends Values ? [values?: Values, options?: RequestOptions] : [values: Values, options?: RequestOptions];

/** Each table comes when first used; no file joins them. */
const tables: Readonly<Record<AreaName, () => Promise<Area>>> = {
  session: async () => (await import('./contract/session.ts')).session,
  payment: async () => (await import('./contract/payment.ts')).payment,
  allmedia: async () => (await import('./contract/allmedia.ts')).allmedia,
  system: async () => (await import('./contract/system.ts')).system,
  statistics: async () => (await import('./contract/statistics.ts')).statistics,
};

/**
 * The runtime of a platform and domain: one on a page for each, whoever asks; the options of the first stand. Nothing is sent before
 * `start()`, or the first call that needs a session.
 * @throws {InputError} `input`, naming the option.
 * @example const usher = createUsher({ baseUrl: 'https://api.example.com/v3.1/741', init: { gateway: 'desktop' } });
 */
export function createUsher(options: UsherOptions): Usher {
  const settings = checkOptions(options);
  const entry = registryEntry<Usher>(runtimeKey(settings.baseUrl, settings.domain));
  const given = JSON.stringify([settings.persistence, settings.init]);
  if (entry.runtime) {
    if (given !== entry.given) entry.warn?.('createUsher was called again with other options: those of the first call stand');
    return entry.runtime;
  }
  const dialect = options.dialect ?? {};
  const browser = createBrowser();
  const { emit, on } = createEvents(() => session.$session.get());
  const session = createSession({ settings, browser, dialect, entry, emit });
  const loadCall = once(async (): Promise<Call> => {
    const { createCall } = await import('./transport/call.ts');
    return createCall({ baseUrl: settings.baseUrl, browser, dialect, onNotice: (notice) => emit('warning', notice) });
  });
  const request = createRequest(session, loadCall, emit);
  const items = new Map<string, Item>();
  let token: ReportToken | undefined;
  let stopKeepalive = (): void => {};

  const usher: Usher = {
    $session: session.$session,
    $user: session.$user,
    start: () => session.ready().then(() => session.$session.get()),
    async login(values, callOptions) {
      const { login } = await import('./session/login.ts');
      return login({ session, request, settings, dialect, clock: browser.clock, emit }, values, callOptions);
    },
    async logout() {
      const user = session.$user.get();
      const ended = session.end();
      token = undefined;
      emit('logout', user);
      if (!ended) return;
      const [call, { tellLogout }] = await Promise.all([loadCall(), import('./session/logout.ts')]);
      void tellLogout(call, ended, emit);
    },
    item(reference) {
      const { query } = encodeFields(itemStateArea, itemState, reference, refuseFor('usher.item'));
      const known = items.get(query);
      if (known) return known;
      const item = createItem(reference, {
        clock: browser.clock,
        request: (values) => request(itemStateArea, 'itemstate', values),
        read: dialect.readItemState,
        onChange: (state) => emit('item', { ...state, item: String(reference.item), streamtype: String(reference.streamtype) }),
      });
      items.set(query, item);
      return item;
    },
    allmedia: once(async () => (await import('./data/allmedia.ts')).createAllmedia(request)),
    async call(id: EndpointId, ...[values, callOptions]: [values?: object, options?: RequestOptions]) {
      const [areaName, name] = id.split('/') as [AreaName, string];
      const area = await (Object.prototype.hasOwnProperty.call(tables, areaName) ? tables[areaName]() : refuseFor('usher.call')('id', id));
      const ordered = area.rows[name]?.result === 'map';
      const parse = ordered ? (dialect.parseOrdered ?? (await import('./dialect/ordered-json.ts')).parseOrdered) : undefined;
      return request(area, name, values as Record<string, unknown> | undefined, { ...callOptions, parse });
    },
    async reportToken(callOptions) {
      const { fetchReportToken } = await import('./session/lookups.ts');
      token = await fetchReportToken(request, browser.clock, token, callOptions);
      return token.token;
    },
    weather: async (values = {}, callOptions) => (await import('./session/lookups.ts')).fetchWeather(request, values, callOptions),
    directoryLoginUrl: async (values = {}, callOptions) => (await import('./session/lookups.ts')).fetchDirectoryLoginUrl(request, values, callOptions),
    on,
    dispose() {
      stopKeepalive();
      session.dispose();
      entry.runtime = undefined;
    },
  };
  // Another viewer may watch other items: what was asked is asked again.
  session.$user.listen(() => {
    for (const item of items.values()) if (item.$state.get().checkedAt) void item.check();
  });
  // Transport and keepalive come when the page has nothing better to do, never in the session's way.
  const stopWaiting = session.$session.listen(({ status }) => {
    if (status !== 'ready') return;
    stopWaiting();
    browser.page.whenIdle(() => {
      Promise.all([import('./session/keepalive.ts'), loadCall()]).then(
        ([{ startKeepalive }]) => (stopKeepalive = startKeepalive(browser, session, request)),
        (error: Error) => emit('error', error),
      );
    });
  });
  entry.runtime = usher;
  entry.given = given;
  entry.warn = (text) => emit('warning', text);
  return usher;
}

/** Loads once; a failed load is tried again by the next caller. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}
