import type { Clock } from '../../browser/clock.ts';
import type { LoadChunk } from '../../browser/load-chunk.ts';
import { itemStateArea } from '../../contract/item-state.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { readItemState } from '../../dialect/item-state-reader.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import type { Request } from '../../session/calls/request.ts';
import type { Turn } from '../../transport/concurrency-limit.ts';
import { answered } from './answer.ts';
import type { ItemReference } from '../item.ts';
import type { ItemState } from '../item-state.ts';

/** What a publisher grants while the platform cannot be asked. */
export interface Grace {
  /** How long a grant holds on beyond its end, in ms. */
  readonly graceMs?: number | undefined;
}

/** How an item is asked. */
export interface Asking {
  /** The platform registers the buy when the viewer may watch the item anyway. */
  readonly perform: boolean;
  /** When it is its turn. */
  readonly turn: Turn;
  /** The page has not asked: the wait for its turn may be long. */
  readonly isPatient: boolean;
}

/**
 * Asks the platform, and makes a state of what it answers, or of why it does not. Never rejects.
 */
export type AskItem = (
  reference: ItemReference,
  before: ItemState,
  asking: Asking,
) => Promise<ItemState>;

/** What asks the platform about one item. */
export function createAsk(
  request: Request,
  { now }: Clock,
  selling: Grace,
  loadChunk: LoadChunk,
  read: Dialect['readItemState'] = readItemState,
): AskItem {
  return async (reference, before, { perform, turn, isPatient }) => {
    try {
      const { result } = await request(
        itemStateArea,
        'itemstate',
        perform ? { ...reference, performTransactionIfPossible: true } : reference,
        { turn, isPatient },
      );
      return answered(read(result), now());
    } catch (error) {
      return loadChunk('failed-check', () => import('../recovery/failed-check.ts')).then(
        ({ failed }) => failed(before, error, now(), selling.graceMs),
        () => withoutAnswer(before, error as UsherError, now()),
      );
    }
  };
}

/** Not even the code for that can be loaded. */
function withoutAnswer(before: ItemState, error: UsherError, now: number): ItemState {
  const isValid = before.checkedAt && !(before.until && before.until <= now);
  return { ...before, access: isValid ? before.access : 'unknown', error };
}
