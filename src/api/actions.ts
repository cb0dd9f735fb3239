import { noteForDebug } from '../browser/debug-notes.ts';
import type { Signals } from '../browser/load-chunk.ts';
import type { StorageScope } from '../browser/storage.ts';
import type { InternalCheckout } from '../checkout/checkout.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { MediaSource } from '../dialect/media-source-reader.ts';
import { InputError } from '../errors/input-error.ts';
import type { InspectorSource } from '../inspector/source.ts';
import { holdElement } from '../item/gate.ts';
import type { ItemInternals } from '../item/item.ts';
import { mayAskAgain } from '../item/reset-items.ts';
import type { LoginProvider, LoginValues } from '../session/account/login-values.ts';
import type { ReportTokenOptions } from '../session/account/report-token.ts';
import type { RequestOptions, SessionRequest } from '../session/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import type { User } from '../session/state/session-state.ts';
import { viewerOf, type Viewer } from '../session/state/viewer.ts';
import type { CallAnswer } from './call-answer.ts';
import { createCallById } from './call-by-id.ts';
import { createDataActions, fetchSources, loadQuery, type DataActions } from './data-actions.ts';
import { createErasureActions, type ErasureActions } from './erasure-actions.ts';
import type { OnUsher } from './events.ts';
import type { StartGate } from './lazy-gate.ts';
import type { CreateShowQuery } from './root-query.ts';
import { createShowQuery } from './show-query.ts';
import type { Usher } from './usher.ts';

/** The options of a page's call, and when and for whom the page made it. */
export interface LateOptions extends ReportTokenOptions {
  /** Monotonic time, before the code was loaded. */
  readonly calledAt: number;
  /** ID of the user at that time. `null`: no user was logged in. `undefined`: not known. */
  readonly askedBy: string | null | undefined;
  /** Aborted when the session at that time ends. */
  readonly viewerSignal: AbortSignal;
}

/** What the late members of a runtime do, once their code is loaded. */
export interface LateActions extends InternalActions, DataActions {
  readonly login: <Provider extends LoginProvider>(
    values: LoginValues<Provider>,
    options: LateOptions,
  ) => Promise<User>;
  readonly call: (id: string, values: Values, options: LateOptions) => Promise<CallAnswer<never>>;
  readonly reportToken: (options: LateOptions) => Promise<string>;
  readonly checkout: Usher['checkout'];
  readonly diagnose: Usher['diagnose'];
  readonly supportReport: Usher['supportReport'];
  readonly inspect: Usher['inspect'];
}

export interface ActionParts extends Pick<InspectorSource, 'items' | '$purchases'> {
  readonly loadCheckout: (signals?: Signals) => Promise<InternalCheckout>;
  readonly request: SessionRequest;
  readonly session: SessionDriver;
  readonly on: OnUsher;
}

export interface ActionOptions extends SessionOptions {
  readonly selling: SellingOptions;
}

/** Operations that only the runtime uses, loaded with the actions. */
export interface InternalActions extends ErasureActions {
  /**
   * Moves the session to another store. `isLatestChoice`: the page has not made a later one.
   * @throws `input`; `aborted` after a later choice.
   */
  readonly moveTo: (persistence: StorageScope, isLatestChoice: () => boolean) => Promise<void>;
  /** Ends the session of an earlier page that only IndexedDB has. */
  readonly endDurable: (calledAt: number) => Promise<void>;
  /** The sources of an item, by its global ID. `viewerSignal`: of the viewer at the page's call. */
  readonly fetchSources: (
    internals: ItemInternals,
    viewerSignal: AbortSignal,
  ) => Promise<readonly MediaSource[]>;
  readonly createShowQuery: CreateShowQuery;
  readonly startGate: StartGate;
}

export function createActions(parts: ActionParts, options: ActionOptions): LateActions {
  const data = createDataActions(parts, options);
  return {
    ...data,
    ...createMemberActions(parts, options, data),
    ...createInternalActions(parts, options),
    fetchSources(internals, viewerSignal) {
      const mayAsk = (): boolean => !viewerSignal.aborted || mayAskAgain(parts.session);
      return fetchSources(data, internals, mayAsk, options.emit);
    },
    createShowQuery: (stores) =>
      createShowQuery(parts.session, (...query) => loadQuery(data, ...query), stores),
    startGate: createStartGate(parts, options),
  };
}

const createStartGate =
  ({ session }: ActionParts, { selling, disposal }: ActionOptions): StartGate =>
  (element, item, options, $status, given) => {
    const signals = [...given, disposal];
    const checkKeepalive = (): void => session.context.background?.checkKeepalive();
    const viewer = (): Viewer | undefined => viewerOf(session);
    holdElement(element, item, options, { $status, signals, checkKeepalive, viewer });
    noteForDebug('gate', selling);
  };

const loadAccountBy =
  ({ loadChunk }: SessionOptions) =>
  (given?: RequestOptions) =>
    loadChunk('account', () => import('../session/account/account-chunk.ts'), [given?.signal]);

function createInternalActions(
  { session: { context }, loadCheckout }: ActionParts,
  options: SessionOptions,
): Pick<InternalActions, 'moveTo' | 'endDurable' | keyof ErasureActions> {
  const loadAccount = loadAccountBy(options);
  return {
    ...createErasureActions(context, loadCheckout, loadAccount),
    endDurable: async (calledAt) => (await loadAccount()).endDurable(context, calledAt),
    async moveTo(persistence, isLatestChoice) {
      if (persistence !== 'device' && persistence !== 'tab') {
        throw new InputError(
          'usher.setPersistence',
          'persistence',
          persistence,
          'device, tab or none',
        );
      }
      return (await loadAccount()).moveTo(context, persistence, isLatestChoice);
    },
  };
}

function createMemberActions(
  parts: ActionParts,
  options: ActionOptions,
  data: DataActions,
): Omit<LateActions, keyof DataActions | keyof InternalActions> {
  const { request, session, loadCheckout } = parts;
  const { browser, dialect, loadChunk } = options;
  const loadAccount = loadAccountBy(options);
  const loadInspector = () => loadChunk('inspector', () => import('./inspect.ts'));
  const loginParts = { session, request };
  const callById = createCallById({
    request,
    browser,
    dialect,
    loadChunk,
    loadCheckout,
    login: async (values, given) =>
      (await (await loadAccount(given)).sendLogin(loginParts, values, given)).answer,
    logout: async (values, given) =>
      (await loadAccount(given)).callLogout(loginParts, values, given),
  });
  const diagnosis = createDiagnosisActions(parts, options, data);
  let fetchToken: LateActions['reportToken'] | undefined;

  return {
    login: async (values, given) => (await loadAccount(given)).login(loginParts, values, given),
    async call(...given) {
      const answer = await callById(...given);
      // A result has the type of its endpoint: `Usher` says which.
      return { ...answer, raw: answer.result } as CallAnswer<never>;
    },
    async reportToken(given) {
      const { createReportToken } = await loadAccount(given);
      fetchToken ??= createReportToken(session, request);
      return fetchToken(given);
    },
    ...diagnosis,
    checkout: () => loadCheckout(),
    inspect: async (given) => (await loadInspector()).inspect(parts, options, diagnosis, given),
  };
}

function createDiagnosisActions(
  { request, session, items, $purchases }: ActionParts,
  { loadChunk, selling }: ActionOptions,
  { allmedia }: DataActions,
): Pick<Usher, 'diagnose' | 'supportReport'> {
  const page = { items, $purchases, selling, allmedia };
  const loadDiagnosis = () => loadChunk('diagnosis', () => import('../diagnosis/diagnosis.ts'));
  const loadReport = () => loadChunk('diagnosis', () => import('../diagnosis/report.ts'));
  return {
    diagnose: async () => (await loadDiagnosis()).diagnose(session.context, request, page),
    supportReport: async () => (await loadReport()).report(session.context, request, page),
  };
}
