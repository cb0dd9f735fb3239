import { createCallById } from './call-by-id.ts';
import { createDataActions, fetchSources, loadQuery } from './data-actions.ts';
import type { DataActions } from './data-actions.ts';
import type { Signals } from '../browser/load-chunk.ts';
import type { StorageScope } from '../browser/storage.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { CallValues, EndpointId } from '../contract/calls.ts';
import type { Checkout } from '../checkout/checkout-actions.ts';
import type { OwnCheckout } from '../checkout/checkout.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import type { MediaSource } from '../item/media-source.ts';
import type { StartGate } from './lazy-gate.ts';
import type { LoadQuery } from './root-query.ts';
import type { OnUsher } from './events.ts';
import { holdElement } from '../item/gate/gate.ts';
import type { DiagnosticResult } from './diagnosis/diagnosis.ts';
import type { SupportReport } from './diagnosis/report.ts';
import type { Answer } from '../dialect/envelope.ts';
import { InputError } from '../errors/input-error.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { Inspector } from '../inspector/open-inspector.ts';
import type { InspectorSource } from '../inspector/source.ts';
import type { ItemReference } from '../item/item.ts';
import type { LoginProvider, LoginValues } from '../session/account/login-values.ts';
import type { SessionRecord, SavedSession } from '../session/saved-session.ts';
import type { Request, RequestOptions } from '../session/calls/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import type { User } from '../session/session-state.ts';
import { nothing } from '../browser/nothing.ts';

type CallArguments<Values> = {} extends Values
  ? [values?: Values, options?: RequestOptions]
  : [values: Values, options?: RequestOptions];

/** The less frequent actions of a page. Loaded with the first of them. */
export interface Actions extends DataActions {
  /**
   * Logs the viewer in (`POST /session/login`). Without `provider`: by user name and password, or
   * by a voucher code.
   * @throws `login-failed` when the platform refuses; `session-lost` when the session had ended:
   *   a new one is ready for the next try; `input` before anything is sent.
   * @example await usher.login({ username, password });
   */
  readonly login: <Provider extends LoginProvider = 'manual'>(
    values: LoginValues<Provider>,
    options?: RequestOptions,
  ) => Promise<User>;
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
  readonly supportReport: () => Promise<SupportReport>;
  /**
   * Opens the inspector, for developers: a panel on the page that shows the session, calls, items,
   * purchases and events as they happen, runs the diagnosis, and copies the report for support. It
   * shows IDs of the viewer, and no secret. When it is open already, it gets the focus.
   * @throws `network`, `timeout` when its code cannot be loaded.
   * @example addEventListener('keydown', ({ ctrlKey, altKey, code }) => {
   *   if (ctrlKey && altKey && code === 'KeyI') usher.inspect();
   * });
   */
  readonly inspect: () => Promise<Inspector>;
}

export interface ActionParts extends Pick<InspectorSource, 'items' | '$purchases'> {
  readonly loadCheckout: (signals?: Signals) => Promise<OwnCheckout>;
  readonly request: Request;
  readonly session: SessionDriver;
  readonly on: OnUsher;
}

/** Operations that only the runtime uses, loaded with the actions. */
export interface OwnActions {
  /** Moves the session to another store. */
  readonly moveTo: (persistence: StorageScope) => Promise<void>;
  /** Completes an erasure whose record is in the mirror already. */
  readonly completeErasure: (
    persistence: StorageScope,
    erasure: SessionRecord,
    viewer: SavedSession | undefined,
  ) => Promise<Forgotten>;
  /** The sources of an item, by its global ID. */
  readonly fetchSources: (globalId: ItemReference['globalId']) => Promise<readonly MediaSource[]>;
  readonly loadQuery: LoadQuery;
  readonly startGate: StartGate;
}

/** Runs an action with the page's arguments, and with the monotonic time of the page's call. */
export type Act = (name: keyof Actions, given: unknown[], calledAt: number) => unknown;

/** Actions whose last argument are options, with its index. */
const optionsAt: Partial<Record<keyof Actions, number>> = {
  login: 1,
  call: 2,
  reportToken: 0,
};

export function createActions(
  parts: ActionParts,
  options: SessionOptions,
): OwnActions & { readonly act: Act } {
  const data = createDataActions(parts, options);
  const actions: Actions = { ...data, ...createEach(parts, options) };
  const act: Act = (name, given, calledAt) => {
    const at = optionsAt[name];
    if (at !== undefined) given[at] = { ...(given[at] as RequestOptions | undefined), calledAt };
    return (actions[name] as (...given: unknown[]) => unknown)(...given);
  };
  return {
    act,
    ...createOwnActions(parts, options),
    fetchSources: (globalId) => fetchSources(data, globalId),
    loadQuery: (...query) => loadQuery(data, ...query),
    startGate: createStartGate(parts.session),
  };
}

const createStartGate =
  ({ context }: SessionDriver): StartGate =>
  (element, item, options, $status, signals) => {
    const keepAwake = (): void => context.background.awake?.();
    holdElement(element, item, options, { $status, signals, keepAwake });
  };

const loadViewerBy =
  ({ loadChunk }: SessionOptions) =>
  (given?: RequestOptions) =>
    loadChunk('account', () => import('../session/account/account.ts'), [given?.signal]);

function createOwnActions(
  { session: { context }, loadCheckout }: ActionParts,
  options: SessionOptions,
): Pick<OwnActions, 'moveTo' | 'completeErasure'> {
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
      erasing.catch(nothing); // the error is thrown below
      await (await loadViewer()).completeErasure(context, persistence, erasure);
      return erasing;
    },
  };
}

function createEach(parts: ActionParts, options: SessionOptions): Omit<Actions, keyof DataActions> {
  const { request, session, loadCheckout } = parts;
  const { settings, browser, dialect, emit, loadChunk } = options;
  const { clock } = browser;
  const loadViewer = loadViewerBy(options);
  const loadDiagnosis = () => loadChunk('diagnosis', () => import('./diagnosis/diagnosis.ts'));
  const loadReport = () => loadChunk('diagnosis', () => import('./diagnosis/report.ts'));
  const loadInspector = () => loadChunk('inspector', () => import('./inspector/inspect.ts'));
  const callById = createCallById({ request, browser, dialect, loadChunk, loadCheckout });
  const own: Pick<Actions, 'diagnose' | 'supportReport'> = {
    diagnose: async () => (await loadDiagnosis()).diagnose(session.context, request),
    supportReport: async () => (await loadReport()).report(session.context, request),
  };
  let fetchToken: Actions['reportToken'] | undefined;

  return {
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
    ...own,
    checkout: () => loadCheckout(),
    inspect: async () => (await loadInspector()).inspect(parts, options, own),
  };
}
