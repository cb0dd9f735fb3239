import type { Clock } from '../browser/clock.ts';
import type { LoadChunk } from '../browser/load-chunk.ts';
import { itemStateArea } from '../contract/item-state.ts';
import type { Dialect } from '../dialect/dialect.ts';
import {
  booleanOf,
  endMsOf,
  readItemState,
  type ItemStateReading,
} from '../dialect/item-state-reader.ts';
import { errorState } from '../errors/error-state.ts';
import type { PlatformError } from '../errors/platform-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { SessionRequest } from '../session/request.ts';
import type { ViewerChecks } from '../session/viewer-checks.ts';
import type { Turn } from '../transport/concurrency-limit.ts';
import type { FailedCheckTimes } from './failed-check.ts';
import { unasked, type ItemState } from './item-state.ts';
import type { ItemInternals } from './item.ts';
import { withIds } from './offer.ts';

/** The publisher's rule for grants while the platform is unreachable. */
export interface Grace {
  /** How long a grant lasts beyond its end, in ms. */
  readonly graceMs?: number | undefined;
}

/** How one item is asked about. */
export interface ItemStateOptions {
  /**
   * Set for a claim only. The platform then registers the buy, if the viewer may watch the item
   * anyway.
   */
  readonly claim: ViewerChecks | undefined;
  /** The turn of the check in the queue. */
  readonly turn: Turn;
  /** The page waits for the answer. A check that is not urgent may wait long for its turn. */
  readonly isUrgent: boolean;
  /** Called with the monotonic time before which the platform requests no other check. */
  readonly setRetryAt: (retryAt: number) => void;
}

/** The longest wait that the platform can request. */
const maxRequestedMs = 3_600_000;

/**
 * Asks the platform about an item, and returns the state of its answer, or of the error. `before`:
 * the state that stays if there is no answer. Never rejects.
 */
export type FetchItemState = (
  reference: ItemInternals['reference'],
  before: ItemState,
  options: ItemStateOptions,
) => Promise<ItemState>;

/** The parts of the runtime with which items are checked. */
export interface FetchParts {
  readonly request: SessionRequest;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly selling: Grace;
  readonly loadChunk: LoadChunk;
  /** Reads an answer. Default: the reader of the default dialect. */
  readonly read?: Dialect['readItemState'] | undefined;
}

/** Creates the function that asks the platform about one item. */
export function createFetchItemState({
  request,
  clock: { now, monotonic },
  selling,
  loadChunk,
  read = readItemState,
}: FetchParts): FetchItemState {
  /** Monotonic time of the last answer about each item. */
  const answeredAt = new WeakMap<object, number>();
  /** The time for the end of a grant, by the clock that has advanced more since its answer. */
  const latestTime = (reference: object, { checkedAt }: ItemState): number =>
    Math.max(now(), (checkedAt ?? 0) + monotonic() - (answeredAt.get(reference) ?? monotonic()));
  return async (reference, before, { claim, turn, isUrgent, setRetryAt }) => {
    try {
      const { result } = await request(
        itemStateArea,
        'itemstate',
        claim ? { ...reference, performTransactionIfPossible: true } : reference,
        { turn, isUrgent, ...claim },
      );
      const state = stateOfAnswer(read(result), now());
      answeredAt.set(reference, monotonic());
      setRetryAt(0);
      return state;
    } catch (error) {
      const { retryAfterMs } = error as Partial<PlatformError>;
      if (retryAfterMs) setRetryAt(monotonic() + Math.min(retryAfterMs, maxRequestedMs));
      const { graceMs } = selling;
      const loaded = await loadChunk('failed-check', () => import('./failed-check.ts')).catch(
        () => undefined,
      );
      const times = { now: now(), latestTime: latestTime(reference, before), graceMs };
      return loaded
        ? loaded.stateOfFailedCheck(before, error, times)
        : stateWithoutCode(before, error as UsherError, times);
    }
  };
}

/**
 * The state of an answer. An unreadable answer gives `unknown`, never `denied` and never `granted`.
 */
function stateOfAnswer(reading: ItemStateReading | undefined, now: number): ItemState {
  // A `readItemState` of the page may pass on whatever an answer has in the place of `granted`.
  const granted = booleanOf(reading?.granted);
  if (!reading || granted === undefined) {
    return { ...unasked, reason: 'unreadable', checkedAt: now };
  }
  const { reason, offers, validUntil } = reading;
  return {
    access: granted ? 'granted' : 'denied',
    checking: false,
    reason: reason ?? (granted ? 'paid' : 'not-paid'),
    offers: withIds(offers),
    checkedAt: now,
    expiresAt: endMsOf(validUntil),
  };
}

/** The state when even the code for failures cannot be loaded: the network may be down. */
function stateWithoutCode(
  before: ItemState,
  error: UsherError,
  { latestTime, graceMs = 0 }: FailedCheckTimes,
): ItemState {
  const hasEnded = before.expiresAt !== null && before.expiresAt + graceMs <= latestTime;
  const access = before.checkedAt !== null && !hasEnded ? before.access : 'unknown';
  return { ...before, access, checking: false, error: errorState(error) };
}
