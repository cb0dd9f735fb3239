import { errorState } from '../errors/error-state.ts';
import { identityChanged } from '../errors/identity-changed.ts';
import type { SessionDriver } from '../session/session.ts';
import type { User } from '../session/state/session-state.ts';
import type { Turn } from '../transport/concurrency-limit.ts';
import type { Asking, AskItem } from './ask.ts';
import { beginCheck, beginClaim, endCheck, endClaim, markAsUrgent } from './change-item.ts';
import { claimOptions, type Claimant } from './claimant.ts';
import type { ItemState } from './item-state.ts';
import { markAsWanted, type ItemCalls, type ItemInternals } from './item.ts';

/**
 * Creates the calls for the items of a page, for the viewer at the time of the page's call. Callers
 * at the same time share one request.
 */
export const createItemCalls =
  (ask: AskItem, session: SessionDriver) =>
  (user: User | null | undefined): ItemCalls => ({
    check: (internals) => check(internals, ask),
    refresh: (internals) => refresh(internals, ask),
    claim: (internals) => claim(internals, ask, session, user === null ? null : user?.id),
  });

/** Claims an item after a check or claim under way. Each viewer has a claim of their own. */
function claim(
  internals: ItemInternals,
  ask: AskItem,
  session: SessionDriver,
  claimant: Claimant,
): Promise<ItemState> {
  if (internals.claiming && internals.claimant === claimant) return internals.claiming;
  const options = claimOptions(session, claimant);
  const claiming = Promise.resolve(internals.claiming ?? internals.asking)
    .then(() => run(internals, ask, { claim: options }))
    .finally(() => endClaim(internals, claiming));
  beginClaim(internals, { claiming, claimant });
  return claiming;
}

function check(internals: ItemInternals, ask: AskItem): Promise<ItemState> {
  const { asking, isStale } = internals;
  markAsUrgent(internals);
  markAsWanted(internals);
  if (!asking) return run(internals, ask);
  return isStale ? asking.then(() => check(internals, ask)) : asking;
}

async function refresh(internals: ItemInternals, ask: AskItem): Promise<ItemState> {
  if (!internals.asking) return run(internals, ask, { isUrgent: false });
  const state = await internals.asking;
  return internals.isStale ? refresh(internals, ask) : state;
}

function run(
  internals: ItemInternals,
  ask: AskItem,
  { claim: claimOf, isUrgent = true }: Partial<Omit<Asking, 'turn'>> = {},
): Promise<ItemState> {
  const { reference, $state, display } = internals;
  const before = $state.get();
  // The call waits for a free place: the item that was used last is next. Ranks below 0 come after
  // other calls.
  const turn: Turn = {
    rank: () => {
      if (internals.asking !== asking) return undefined;
      return internals.isUrgent ? internals.useNumber : -1 / (1 + internals.useNumber);
    },
  };
  const asking: Promise<ItemState> = ask(reference, before, {
    claim: claimOf,
    turn,
    isUrgent,
  }).then(async (state) => {
    if (internals.asking !== asking) {
      // The viewer has changed during the call.
      const now = isUrgent && internals.asksAgain ? await check(internals, ask) : $state.get();
      return claimOf ? { ...now, error: errorState(identityChanged()) } : now;
    }
    endCheck(internals);
    display(state);
    return state;
  });
  beginCheck(internals, { asking, turn, isUrgent });
  display({ ...before, checking: true });
  return asking;
}
