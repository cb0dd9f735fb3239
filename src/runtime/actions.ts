import { createCallById } from './call-by-id.ts';
import { oncePart } from '../browser/load-chunk.ts';
import type { Signals } from '../browser/load-chunk.ts';
import type { Persistence } from '../browser/storage.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { CallValues, EndpointId } from '../contract/calls.ts';
import type { ValuesOf } from '../contract/endpoint.ts';
import type { sessionRows } from '../contract/session.ts';
import type { Checkout, OwnCheckout } from '../checkout/checkout.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import type { Allmedia } from '../data/allmedia/allmedia.ts';
import type { DataParts } from '../data/ask.ts';
import type { Statistics } from '../data/statistics/statistics.ts';
import type { System } from '../data/system/system.ts';
import type { DiagnosticResult } from './diagnosis/diagnosis.ts';
import type { Report } from './diagnosis/report.ts';
import type { Answer } from '../dialect/envelope.ts';
import { InputError } from '../errors/input-error.ts';
import { isUsherError } from '../errors/usher-error.ts';
import type { Items } from '../item/items.ts';
import type { LoginValues } from '../session/account/login.ts';
import type { Weather } from '../session/account/lookups.ts';
import type { Saved, SavedSession } from '../session/saved-session.ts';
import type { Request, RequestOptions } from '../session/calls/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import type { User } from '../session/session-state.ts';

type CallArguments<Values> = {} extends Values
  ? [values?: Values, options?: RequestOptions]
  : [values: Values, options?: RequestOptions];

/** The less frequent actions of a page. Loaded with the first of them. */
export interface Actions {
  /**
   * Logs the viewer in (`POST /session/login`).
   * @throws `login-failed` when the platform refuses; `session-lost` when the session had ended:
   *   a new one is ready for the next try; `input` before anything is sent.
   * @example await usher.login({ provider: 'manual', username, password });
   */
  readonly login: (values: LoginValues, options?: RequestOptions) => Promise<User>;
  /** Queries over all streamtypes. Loaded with the first call. */
  readonly allmedia: () => Promise<Allmedia>;
  /** The platform's own lists, and its present incidents. Loaded with the first call. */
  readonly system: () => Promise<System>;
  /** Figures of the domain. Loaded with the first call. */
  readonly statistics: () => Promise<Statistics>;
  /**
   * Calls any endpoint by its id. Results of statistics are `Map`s in the order of the wire. A raw
   * login or logout does not change `$session`.
   * @throws `input` before anything is sent; `network`, `timeout`, `aborted`, `malformed`,
   *   `platform`, `not-found`, `session-lost`, `identity-changed`.
   * @example const { result } = await usher.call('session/currentweather', { lat: 48.1, lng: 11.6
   *   });
   */
  readonly call: <Id extends EndpointId>(
    id: Id,
    ...rest: CallArguments<CallValues<Id>>
  ) => Promise<Answer>;
  /**
   * The present token for reports (`GET /session/reporttoken`). It is kept in memory until a minute
   * before it expires.
   */
  readonly reportToken: (options?: RequestOptions) => Promise<string>;
  /** The weather at a place (`GET /session/currentweather`). Default: the place of the session. */
  readonly weather: (
    values?: ValuesOf<typeof sessionRows.currentweather>,
    options?: RequestOptions,
  ) => Promise<Weather>;
  /** Purchases, vouchers, subscriptions and receipts. Loaded with the first call. */
  readonly checkout: () => Promise<Checkout>;
  /**
   * Checks this page's environment: storage, partitioning, clock, locks, the platform behind CORS,
   * preflight and CSP, copies of the code, unreadable answers, a late keepalive. It sends two small
   * requests to the platform.
   * @example for (const { name, ok, detail } of await usher.diagnose()) console.log(ok ? 'ok' :
   *   'LOOK', name, detail);
   */
  readonly diagnose: () => Promise<readonly DiagnosticResult[]>;
  /**
   * The same with the last calls, for support. It contains no ID, name, address or secret of the
   * viewer.
   */
  readonly report: () => Promise<Report>;
  /** The address for a login with the directory (`POST /session/generatedirectoryloginurl`). */
  readonly directoryLoginUrl: (
    values?: ValuesOf<typeof sessionRows.generatedirectoryloginurl>,
    options?: RequestOptions,
  ) => Promise<string>;
}

export interface ActionParts {
  readonly request: Request;
  readonly session: SessionDriver;
  readonly items: Items;
  readonly loadCheckout: (signals?: Signals) => Promise<OwnCheckout>;
}

/** Operations that only the runtime uses, loaded with the actions. */
export interface OwnActions {
  /** Moves the session to another store. */
  readonly moveTo: (persistence: Persistence) => Promise<void>;
  /** Completes an erasure whose record is in the mirror already. */
  readonly completeErasure: (
    persistence: Persistence,
    erasure: Saved,
    viewer: SavedSession | undefined,
  ) => Promise<Forgotten>;
}

/** Runs an action with the page's arguments, and with the monotonic time of the page's call. */
export type Act = (name: keyof Actions, given: unknown[], calledAt: number) => unknown;

/** Actions whose last argument are options, with its index. */
const optionsAt: Partial<Record<keyof Actions, number>> = {
  login: 1,
  call: 2,
  reportToken: 0,
  weather: 1,
  directoryLoginUrl: 1,
};

export function createActions(
  parts: ActionParts,
  options: SessionOptions,
): OwnActions & { readonly act: Act } {
  const actions = createEach(parts, options);
  const act: Act = (name, given, calledAt) => {
    const at = optionsAt[name];
    if (at !== undefined) given[at] = { ...(given[at] as RequestOptions | undefined), calledAt };
    return (actions[name] as (...given: unknown[]) => unknown)(...given);
  };
  return { act, ...createOwnActions(parts, options) };
}

const loadViewerBy =
  ({ loadChunk }: SessionOptions) =>
  (given?: RequestOptions) =>
    loadChunk('account', () => import('../session/account/account.ts'), [given?.signal]);

function createOwnActions(
  { session: { context }, loadCheckout }: ActionParts,
  options: SessionOptions,
): OwnActions {
  const loadViewer = loadViewerBy(options);
  return {
    async moveTo(persistence) {
      if (persistence !== 'device' && persistence !== 'tab') {
        throw new InputError(
          'usher.setPersistence',
          'persistence',
          persistence,
          'device, tab or none',
        );
      }
      return (await loadViewer()).moveTo(context, persistence);
    },
    async completeErasure(persistence, erasure, viewer) {
      const erasing = loadCheckout()
        .then(({ erase }) => erase(viewer))
        .catch((error: unknown): Forgotten => {
          if (!isUsherError(error, 'journal-unavailable')) throw error;
          // Usually there is no journal. Otherwise it is erased as soon as it can be read.
          return { open: [], openOfOthers: 0 };
        });
      erasing.catch(() => {}); // the error is thrown below
      await (await loadViewer()).completeErasure(context, persistence, erasure);
      return erasing;
    },
  };
}

function createEach(parts: ActionParts, options: SessionOptions): Actions {
  const { request, session, loadCheckout } = parts;
  const { settings, browser, dialect, emit, loadChunk } = options;
  const { clock } = browser;
  const loadViewer = loadViewerBy(options);
  const loadDiagnosis = () => loadChunk('diagnosis', () => import('./diagnosis/diagnosis.ts'));
  const loadReport = () => loadChunk('diagnosis', () => import('./diagnosis/report.ts'));
  const callById = createCallById({ request, browser, dialect, loadChunk, loadCheckout });
  let fetchToken: Actions['reportToken'] | undefined;

  return {
    ...createDataActions(parts, options),
    login: async (values, given) =>
      (await loadViewer(given)).login(
        { session, request, settings, dialect, clock, emit },
        values,
        given,
      ),
    call: async (id: EndpointId, ...[values, given]: [values?: object, options?: RequestOptions]) =>
      callById(id, (values ?? {}) as Values, given), // each id's own type is in `Actions`
    async reportToken(given) {
      const { createReportToken } = await loadViewer(given);
      fetchToken ??= createReportToken(session, request);
      return fetchToken(given);
    },
    weather: async (values = {}, given) =>
      (await loadViewer(given)).fetchWeather(request, values, given),
    diagnose: async () => (await loadDiagnosis()).diagnose(session.context, request),
    report: async () => (await loadReport()).report(session.context, request),
    checkout: () => loadCheckout(),
    directoryLoginUrl: async (values = {}, given) =>
      (await loadViewer(given)).fetchDirectoryLoginUrl(request, values, given),
  };
}

/** Creates the data areas. Each is loaded together with their common part, and created once. */
function createDataActions(
  { request, session, items }: ActionParts,
  { browser: { clock }, dialect, loadChunk }: SessionOptions,
): Pick<Actions, 'allmedia' | 'system' | 'statistics'> {
  const loadParts = oncePart(
    () => loadChunk('data', () => import('../data/data.ts')),
    ({ createDataParts }) => createDataParts(request, session, items),
  );
  const createArea = <Module, Data extends object>(
    chunk: string,
    load: () => Promise<Module>,
    make: (module: Module, data: DataParts) => Data,
  ): (() => Promise<Data>) => {
    const loadArea = oncePart(
      () => Promise.all([loadChunk(chunk, load), loadParts()]),
      ([module, data]) => make(module, data),
    );
    return () => loadArea();
  };
  return {
    allmedia: createArea(
      'allmedia',
      () => import('../data/allmedia/allmedia.ts'),
      ({ createAllmedia }, data) => createAllmedia(data),
    ),
    system: createArea(
      'system',
      () => import('../data/system/system.ts'),
      ({ createSystem }, data) => createSystem(data, session),
    ),
    statistics: createArea(
      'statistics',
      () => import('../data/statistics/statistics.ts'),
      ({ createStatistics }, data) => createStatistics(data, clock, dialect),
    ),
  };
}
