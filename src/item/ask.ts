import type { Clock } from '../browser/clock.ts';
import { itemStateArea } from '../contract/item-state.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { readItemState } from '../dialect/item-state-reader.ts';
import type { Request } from '../session/request.ts';
import { answered } from './answer.ts';
import type { AskItem, ItemReference } from './item.ts';

/** What a publisher grants while the platform cannot be asked. */
export interface Grace {
  /** How long a grant holds on beyond its end, in ms. */
  readonly graceMs?: number | undefined;
}

/** What asks the platform about one item. */
export function createAsk(request: Request, { now }: Clock, selling: Grace, read: Dialect['readItemState'] = readItemState): (reference: ItemReference) => AskItem {
  return (reference) => async (before, perform) => {
    try {
      const { result } = await request(itemStateArea, 'itemstate', perform ? { ...reference, performTransactionIfPossible: true } : reference);
      return answered(read(result), now());
    } catch (error) {
      return (await import('./failed-check.ts')).failed(before, error, now(), selling.graceMs);
    }
  };
}
