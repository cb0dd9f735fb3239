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
  'weather',
  'directoryLoginUrl',
  'checkout',
  'diagnose',
  'report',
] as const satisfies readonly (keyof Actions)[];

/**
 * Creates actions whose code is loaded with the first of them. The time for that counts into the
 * deadline of the call, and its signal ends the wait.
 */
export function lazyActions(
  { monotonic }: Clock,
  load: (signals?: Signals) => Promise<{ readonly act: Act }>,
): Actions {
  return Object.fromEntries(
    actionNames.map((name) => [
      name,
      async (...given: unknown[]) => {
        const calledAt = monotonic();
        const { act } = await load(
          given.map((value) => (value as RequestOptions | undefined)?.signal),
        );
        return act(name, given, calledAt);
      },
    ]),
  ) as unknown as Actions;
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
