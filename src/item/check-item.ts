import { errorState } from '../errors/error-state.ts';
import type { SessionDriver } from '../session/session.ts';
import type { User } from '../session/state/session-state.ts';
import type { Turn } from '../transport/concurrency-limit.ts';
import type { AskItem } from './ask.ts';
import { beginCheck, beginClaim, endCheck, endClaim, markAsUrgent } from './change-item.ts';
import { identityChanged, sessionOf, type Claimant, type Present } from './claimant.ts';
import type { ItemState } from './item-state.ts';
import { markAsWanted, type ItemCalls, type ItemRecord } from './item.ts';

/**
 * Creates the calls for the items of a page, for the viewer at the time of the page's call. Callers
 * at the same time share one request.
 */
export const createItemCalls =
  (ask: AskItem, session: SessionDriver) =>
  (user: User | null | undefined): ItemCalls => ({
    check: (own) => check(own, ask),
    refresh: (own) => refresh(own, ask),
    claim: (own) => claim(own, ask, session, user === null ? null : user?.id),
  });

/** Claims an item after a check or claim under way. Each viewer has a claim of their own. */
function claim(
  own: ItemRecord,
  ask: AskItem,
  session: SessionDriver,
  claimant: Claimant,
): Promise<ItemState> {
  if (own.claiming && own.claimant === claimant) return own.claiming;
  const present = sessionOf(session, claimant);
  const claiming = Promise.resolve(own.claiming ?? own.asking)
    .then(() => run(own, ask, present))
    .finally(() => endClaim(own, claiming));
  beginClaim(own, { claiming, claimant });
  return claiming;
}

function check(own: ItemRecord, ask: AskItem): Promise<ItemState> {
  const { asking, isStale } = own;
  markAsUrgent(own);
  markAsWanted(own);
  if (!asking) return run(own, ask);
  return isStale ? asking.then(() => check(own, ask)) : asking;
}

async function refresh(own: ItemRecord, ask: AskItem): Promise<ItemState> {
  if (!own.asking) return run(own, ask, undefined, true);
  const state = await own.asking;
  return own.isStale ? refresh(own, ask) : state;
}

function run(
  own: ItemRecord,
  ask: AskItem,
  present?: Present,
  isPatient = false,
): Promise<ItemState> {
  const { reference, $state, display } = own;
  const before = $state.get();
  // The call waits for a free place: the item that was used last is next. Ranks below 0 come after
  // other calls.
  const turn: Turn = {
    rank: () => {
      if (own.asking !== asking) return undefined;
      return own.isUrgent ? own.lookedAt : -1 / (1 + own.lookedAt);
    },
  };
  const asking: Promise<ItemState> = ask(reference, before, { present, turn, isPatient }).then(
    async (state) => {
      // Otherwise the viewer has changed meanwhile.
      if (own.asking !== asking) {
        const now = isPatient || !own.asksAgain ? $state.get() : await check(own, ask);
        return present ? { ...now, error: errorState(identityChanged()) } : now;
      }
      endCheck(own);
      display(state);
      return state;
    },
  );
  beginCheck(own, { asking, turn, isUrgent: !isPatient });
  display({ ...before, checking: true });
  return asking;
}
