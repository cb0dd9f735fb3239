import type { Act, ActionParts, Actions, OwnActions } from './actions.ts';
import type { Clock } from '../browser/clock.ts';
import { oncePart } from '../browser/load-chunk.ts';
import type { Signals } from '../browser/load-chunk.ts';
import type { RequestOptions } from '../session/calls/request.ts';
import type { SessionOptions } from '../session/session-options.ts';

const actionNames = [
  'login',
  'allmedia',
  'system',
  'statistics',
  'call',
  'reportToken',
  'checkout',
  'diagnose',
  'supportReport',
  'inspect',
] as const satisfies readonly (keyof Actions)[];

/** Actions that return a part of the runtime: the same promise each time, unless it failed. */
const partNames: readonly string[] = ['allmedia', 'system', 'statistics', 'checkout'];

/**
 * Creates actions whose code is loaded with the first of them. The time for that counts into the
 * deadline of the call, and its signal ends the wait.
 */
export function lazyActions(
  { monotonic }: Clock,
  load: (signals?: Signals) => Promise<{ readonly act: Act }>,
): Actions {
  const createAction =
    (name: keyof Actions): Action =>
    async (...given) => {
      const calledAt = monotonic();
      const { act } = await load(
        given.map((value) => (value as RequestOptions | undefined)?.signal),
      );
      return act(name, given, calledAt);
    };
  return Object.fromEntries(
    actionNames.map((name) => {
      const action = createAction(name);
      return [name, partNames.includes(name) ? samePromise(action) : action];
    }),
  ) as unknown as Actions;
}

type Action = (...given: unknown[]) => Promise<unknown>;

/** The first promise of a function, until it rejects. */
function samePromise(action: Action): Action {
  let promise: Promise<unknown> | undefined;
  return () => {
    promise ??= action().catch((error: unknown) => {
      promise = undefined;
      throw error;
    });
    return promise;
  };
}

/** Creates the function that loads the code of the actions once. */
export const createLoadActions = (
  parts: ActionParts,
  options: SessionOptions,
): ((signals?: Signals) => Promise<OwnActions & { readonly act: Act }>) =>
  oncePart(
    (signals) => options.loadChunk('actions', () => import('./actions.ts'), signals),
    ({ createActions }) => createActions(parts, options),
  );
