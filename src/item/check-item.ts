import type { Clock } from '../browser/clock.ts';
import { errorState } from '../errors/error-state.ts';
import { identityChanged } from '../errors/identity-changed.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { SessionDriver } from '../session/session.ts';
import { userKey, type User } from '../session/state/session-state.ts';
import type { Turn } from '../transport/concurrency-limit.ts';
import { withDeadline } from '../transport/deadline.ts';
import {
  beginCheck,
  beginClaim,
  dropCheck,
  endCheck,
  endClaim,
  markAsUrgent,
  setRetryAt,
} from './change-item.ts';
import { claimOptions, type Claimant } from './claimant.ts';
import type { FetchItemState, ItemStateOptions } from './fetch-item-state.ts';
import type { ItemState } from './item-state.ts';
import {
  markAsWanted,
  type CheckUnderWay,
  type ClaimUnderWay,
  type ItemCalls,
  type ItemInternals,
} from './item.ts';
import { mayAskAgain } from './reset-items.ts';

/** For whom the page makes a call: the user that it shows, and their signal. */
export interface ItemCaller {
  readonly user: User | null | undefined;
  readonly viewerSignal: AbortSignal;
}

/** The deadline of a check of the page. */
const checkMs = 30_000;

/** How the calls of one caller are sent. */
interface Sender {
  readonly fetchState: FetchItemState;
  readonly clock: Clock;
  /** `false` when everything was erased since the call: nothing is sent for it any more. */
  readonly maySend: () => boolean;
}

/**
 * Creates the calls for the items of a page, for the viewer at the time of the page's call. Callers
 * at the same time share one request.
 */
export const createItemCalls =
  (fetchState: FetchItemState, session: SessionDriver) =>
  ({ user, viewerSignal }: ItemCaller): ItemCalls => {
    const { clock } = session.context.browser;
    const maySend = (): boolean => !viewerSignal.aborted || mayAskAgain(session);
    const sender: Sender = { fetchState, clock, maySend };
    return {
      check: (internals) => check(internals, sender),
      recheck: (internals) => recheck(internals, sender),
      claim: (internals) => claim(internals, sender, session, userKey(user)),
    };
  };

/** Claims an item after a check or claim under way. Each viewer has a claim of their own. */
function claim(
  internals: ItemInternals,
  sender: Sender,
  session: SessionDriver,
  claimant: Claimant,
): Promise<ItemState> {
  const { check: earlierCheck, claim: earlierClaim } = internals;
  if (earlierClaim && earlierClaim.claimant === claimant) return earlierClaim.answer;
  if (!sender.maySend()) return refused(internals);
  // The claim waits for the check under way.
  markAsUrgent(internals);
  markAsWanted(internals);
  const options = claimOptions(session, claimant);
  const answer = Promise.resolve((earlierClaim ?? earlierCheck)?.answer)
    .then(() => send(internals, sender, { claim: options }))
    .finally(() => endClaim(internals, underWay));
  const underWay: ClaimUnderWay = { answer, claimant };
  beginClaim(internals, underWay);
  return answer;
}

/** The state for the caller of a claim of an earlier viewer. */
const refused = async ({ $state }: ItemInternals): Promise<ItemState> => ({
  ...$state.get(),
  error: errorState(identityChanged()),
});

/** Checks an item for the page, or shares the check under way. */
async function check(internals: ItemInternals, sender: Sender): Promise<ItemState> {
  markAsUrgent(internals);
  markAsWanted(internals);
  const { check: underWay, isStale } = internals;
  if (!underWay) return send(internals, sender);
  const { answer } = underWay;
  return join(isStale ? answer.then(() => check(internals, sender)) : answer, internals, sender);
}

/**
 * Waits for a check under way, as long as for one of its own. A check of the runtime may wait
 * longer for its turn, and goes on.
 */
const join = (
  answer: Promise<ItemState>,
  { $state }: ItemInternals,
  { clock }: Sender,
): Promise<ItemState> =>
  withDeadline(clock, checkMs, [], () => answer, 'payment/itemstate').catch(
    (error: UsherError) => ({ ...$state.get(), error: errorState(error) }),
  );

/** Checks an item for the runtime, after a check under way if that may be out of date. */
async function recheck(internals: ItemInternals, sender: Sender): Promise<ItemState> {
  if (!internals.check) return send(internals, sender, { isUrgent: false });
  const state = await internals.check.answer;
  return internals.isStale ? recheck(internals, sender) : state;
}

/** Sends a check or a claim. Shows its answer, unless the viewer changes before it. */
function send(
  internals: ItemInternals,
  sender: Sender,
  { claim: claimOf, isUrgent = true }: Partial<Pick<ItemStateOptions, 'claim' | 'isUrgent'>> = {},
): Promise<ItemState> {
  const { reference, $state, display } = internals;
  const before = $state.get();
  if (!sender.maySend()) return claimOf ? refused(internals) : Promise.resolve(before);

  const isLatest = (): boolean => internals.check === underWay;
  const turn: Turn = { rank: () => (isLatest() ? rankOf(underWay, internals) : undefined) };
  const showAnswer = async (state: ItemState): Promise<ItemState> => {
    if (isLatest() && claimOf && state.error?.code === 'identity-changed') {
      // The viewer had changed before the claim began. The next viewer has no other check.
      dropCheck(internals);
      display({ ...before, checking: false });
    }
    if (isLatest()) {
      endCheck(internals);
      display(state);
      return state;
    }
    // The viewer has changed during the call.
    const present = isUrgent ? await check(internals, sender) : $state.get();
    return claimOf ? refused(internals) : present;
  };
  const noteRetryAt = (retryAt: number): void => {
    if (isLatest()) setRetryAt(internals, retryAt);
  };
  const options = { claim: claimOf, turn, isUrgent, setRetryAt: noteRetryAt };
  const answer = sender.fetchState(reference, before, options).then(showAnswer);

  const underWay: CheckUnderWay = { answer, turn, isUrgent };
  beginCheck(internals, underWay);
  display({ ...before, checking: true });
  return answer;
}

/**
 * The place of a check in the queue: the item that was used last is next. A rank below 0 comes
 * after all other calls.
 */
const rankOf = ({ isUrgent }: CheckUnderWay, { useNumber }: ItemInternals): number =>
  isUrgent ? useNumber : -1 / (1 + useNumber);
