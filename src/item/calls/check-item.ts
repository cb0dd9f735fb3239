import type { Turn } from '../../transport/concurrency-limit.ts';
import type { AskItem } from './ask.ts';
import { markAsWanted } from '../item.ts';
import type { ItemCalls, ItemRecord } from '../item.ts';
import type { ItemState } from '../item-state.ts';

/** Creates the calls for the items of a page. Callers at the same time share one request. */
export function createItemCalls(ask: AskItem): ItemCalls {
  return {
    check: (own) => check(own, ask),
    refresh: (own) => refresh(own, ask),
    claim: (own) =>
      (own.claiming ??= Promise.resolve(own.asking)
        .then(() => run(own, ask, true))
        .finally(() => {
          own.claiming = undefined;
        })),
  };
}

function check(own: ItemRecord, ask: AskItem): Promise<ItemState> {
  const { asking, isStale } = own;
  markAsWanted(own);
  own.isUrgent = true;
  if (!asking) return run(own, ask);
  own.turn?.changed?.();
  return isStale ? asking.then(() => check(own, ask)) : asking;
}

async function refresh(own: ItemRecord, ask: AskItem): Promise<ItemState> {
  if (!own.asking) return run(own, ask, false, true);
  const state = await own.asking;
  return own.isStale ? refresh(own, ask) : state;
}

function run(
  own: ItemRecord,
  ask: AskItem,
  perform = false,
  isPatient = false,
): Promise<ItemState> {
  const { reference, $state, display } = own;
  const before = $state.get();
  // The call waits for a free place: the item that was used last is next. Ranks below 0 come after
  // other calls.
  const turn: Turn = {
    rank: () =>
      own.asking !== asking ? undefined : own.isUrgent ? own.lookedAt : -1 / (1 + own.lookedAt),
  };
  const asking: Promise<ItemState> = ask(reference, before, { perform, turn, isPatient }).then(
    (state) => {
      // Otherwise the viewer has changed meanwhile.
      if (own.asking !== asking) {
        return isPatient || !own.asksAgain ? $state.get() : check(own, ask);
      }
      own.asking = undefined;
      display(state);
      return state;
    },
  );
  Object.assign(own, { asking, turn, isUrgent: !isPatient, isStale: false });
  display({ ...before, checking: true });
  return asking;
}
