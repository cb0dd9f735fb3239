import type { Clock } from '../browser/clock.ts';
import { oncePart, type Signals } from '../browser/load-chunk.ts';
import { nothing } from '../browser/nothing.ts';
import { copyValues } from '../contract/copy-values.ts';
import type { Values } from '../contract/encode-fields.ts';
import { checkSignal } from '../errors/check-signal.ts';
import type { ReportTokenOptions } from '../session/account/report-token.ts';
import type { RequestOptions } from '../session/request.ts';
import type { SessionDriver } from '../session/session.ts';
import { userKey } from '../session/state/session-state.ts';
import type { ActionOptions, ActionParts, LateActions, LateOptions } from './actions.ts';
import type { Usher } from './usher.ts';

/** Members whose code is loaded with the first of them. */
type LateMembers = Pick<
  Usher,
  | 'login'
  | 'call'
  | 'reportToken'
  | 'allmedia'
  | 'system'
  | 'statistics'
  | 'checkout'
  | 'diagnose'
  | 'supportReport'
  | 'inspect'
>;

/**
 * Loads the code of the late members. `next` is the chunk that the action needs after it: the two
 * are requested together, and with them what every such action needs.
 */
export type LoadActions = (
  signals?: Signals,
  next?: () => Promise<unknown>,
) => Promise<LateActions>;

/**
 * Creates the members whose code is loaded late. The time for that counts into the deadline of a
 * call, its signal ends the wait, and its values, user and session are the ones before the wait.
 */
export function createLateMembers(
  { monotonic }: Clock,
  { $user, getViewerSignal }: Pick<SessionDriver, '$user' | 'getViewerSignal'>,
  load: LoadActions,
): LateMembers {
  const late = async <Result, Given extends object>(
    act: (actions: LateActions, options: LateOptions, values: Given) => Promise<Result>,
    options?: ReportTokenOptions | null, // those of every call, and one more
    next?: () => Promise<unknown>,
    values?: Given,
  ): Promise<Result> => {
    const copy = copyValues(values);
    checkSignal('usher', options?.signal);
    const askedBy = userKey($user.get()); // before the page reads what other tabs have changed
    const given = { ...options, calledAt: monotonic(), askedBy, viewerSignal: getViewerSignal() };
    return act(await load([options?.signal], next), given, copy);
  };
  return {
    login: (values, options) =>
      late(
        (actions, given, copy) => actions.login(copy, given),
        options,
        () => import('../session/account/account-chunk.ts'),
        values,
      ),
    // The values of each endpoint have a type of their own in `Usher`.
    call: (id: string, values?: Values, options?: RequestOptions) =>
      late((actions, given, copy) => actions.call(id, copy, given), options, undefined, values),
    reportToken: (options) => late((actions, given) => actions.reportToken(given), options),
    diagnose: () => late((actions) => actions.diagnose()),
    supportReport: () => late((actions) => actions.supportReport()),
    inspect: (options) => late((actions) => actions.inspect(options)),
    allmedia: onePromise(() => late((actions) => actions.allmedia())),
    system: onePromise(() => late((actions) => actions.system())),
    statistics: onePromise(() => late((actions) => actions.statistics())),
    checkout: onePromise(() => {
      const next = () => import('../checkout/checkout.ts');
      return late((actions) => actions.checkout(), undefined, next);
    }),
  };
}

/** The same promise each time, unless it failed. */
function onePromise<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let promise: Promise<Part> | undefined;
  return () => {
    promise ??= load().catch((error: unknown) => {
      promise = undefined;
      throw error;
    });
    return promise;
  };
}

/**
 * Creates the function that loads the code of the late members once. The chunks of a chain are
 * requested together, so that a repeat of the first finds the others loaded. Their errors reach the
 * callers that need them. A server loads no code.
 */
export function createLoadActions(parts: ActionParts, options: ActionOptions): LoadActions {
  const load = oncePart(
    (signals) => options.loadChunk('actions', () => import('./actions.ts'), signals),
    ({ createActions }) => createActions(parts, options),
  );
  return (signals, next) => {
    if (next && globalThis.document) {
      const all = [next, () => import('./calls.ts'), () => import('./background.ts')];
      for (const each of all) each().catch(nothing);
    }
    return load(signals);
  };
}
