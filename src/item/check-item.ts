import { errorState } from '../errors/error-state.ts';
import { identityChanged } from '../errors/identity-changed.ts';
import type { SessionDriver } from '../session/session.ts';
import type { User } from '../session/state/session-state.ts';
import type { Turn } from '../transport/concurrency-limit.ts';
import type { Asking, AskItem } from './ask.ts';
import {
  beginCheck,
  beginClaim,
  dropCheck,
  endCheck,
  endClaim,
  markAsUrgent,
} from './change-item.ts';
import { claimOptions, type Claimant } from './claimant.ts';
import type { ItemState } from './item-state.ts';
import { markAsWanted, type ItemCalls, type ItemInternals } from './item.ts';
import { mayAskAgain } from './reset-items.ts';

/** For whom the page makes a call: the user that it shows, and their signal. */
export interface ItemCaller {
  readonly user: User | null | undefined;
  readonly viewerSignal: AbortSignal;
}

interface Asker {
  readonly ask: AskItem;
  /** `false` when everything was erased since the call: nothing is sent for it any more. */
  readonly mayAsk: () => boolean;
}

/**
 * Creates the calls for the items of a page, for the viewer at the time of the page's call. Callers
 * at the same time share one request.
 */
export const createItemCalls =
  (ask: AskItem, session: SessionDriver) =>
  ({ user, viewerSignal }: ItemCaller): ItemCalls => {
    const asker: Asker = { ask, mayAsk: () => !viewerSignal.aborted || mayAskAgain(session) };
    return {
      check: (internals) => check(internals, asker),
      refresh: (internals) => refresh(internals, asker),
      claim: (internals) => claim(internals, asker, session, user === null ? null : user?.id),
    };
  };

/** Claims an item after a check or claim under way. Each viewer has a claim of their own. */
function claim(
  internals: ItemInternals,
  asker: Asker,
  session: SessionDriver,
  claimant: Claimant,
): Promise<ItemState> {
  if (internals.claiming && internals.claimant === claimant) return internals.claiming;
  if (!asker.mayAsk()) return refused(internals);
  // The claim waits for the check under way.
  markAsUrgent(internals);
  markAsWanted(internals);
  const options = claimOptions(session, claimant);
  const claiming = Promise.resolve(internals.claiming ?? internals.asking)
    .then(() => run(internals, asker, { claim: options }))
    .finally(() => endClaim(internals, claiming));
  beginClaim(internals, { claiming, claimant });
  return claiming;
}

/** The state for the caller of a claim of an earlier viewer. */
const refused = async ({ $state }: ItemInternals): Promise<ItemState> => ({
  ...$state.get(),
  error: errorState(identityChanged()),
});

function check(internals: ItemInternals, asker: Asker): Promise<ItemState> {
  const { asking, isStale } = internals;
  markAsUrgent(internals);
  markAsWanted(internals);
  if (!asking) return run(internals, asker);
  return isStale ? asking.then(() => check(internals, asker)) : asking;
}

async function refresh(internals: ItemInternals, asker: Asker): Promise<ItemState> {
  if (!internals.asking) return run(internals, asker, { isUrgent: false });
  const state = await internals.asking;
  return internals.isStale ? refresh(internals, asker) : state;
}

function run(
  internals: ItemInternals,
  asker: Asker,
  { claim: claimOf, isUrgent = true }: Partial<Omit<Asking, 'turn'>> = {},
): Promise<ItemState> {
  const { reference, $state, display } = internals;
  const before = $state.get();
  if (!asker.mayAsk()) return claimOf ? refused(internals) : Promise.resolve(before);
  // The call waits for a free place: the item that was used last is next. Ranks below 0 come after
  // other calls.
  const turn: Turn = {
    rank: () => {
      if (internals.asking !== asking) return undefined;
      return internals.isUrgent ? internals.useNumber : -1 / (1 + internals.useNumber);
    },
  };
  const asking: Promise<ItemState> = asker
    .ask(reference, before, { claim: claimOf, turn, isUrgent })
    .then(async (state) => {
      const isRefused = claimOf && state.error?.code === 'identity-changed';
      if (isRefused && internals.asking === asking) {
        // The viewer had changed before the claim began. The next viewer has no other check.
        dropCheck(internals);
        display({ ...before, checking: false });
      }
      if (internals.asking !== asking) {
        // The viewer has changed during the call.
        const now = isUrgent ? await check(internals, asker) : $state.get();
        return claimOf ? refused(internals) : now;
      }
      endCheck(internals);
      display(state);
      return state;
    });
  beginCheck(internals, { asking, turn, isUrgent });
  display({ ...before, checking: true });
  return asking;
}
