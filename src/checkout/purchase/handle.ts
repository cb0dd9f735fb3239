import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Clock } from '../../browser/clock.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { checkSignal } from '../../errors/check-signal.ts';
import { InputError } from '../../errors/input-error.ts';
import { TimeoutError } from '../../errors/timeout-error.ts';
import { readOnly } from '../../reactive/read-only-store.ts';
import type { SessionDriver } from '../../session/session.ts';
import { viewerOf } from '../../session/state/viewer.ts';
import type { PurchaseExplanation } from '../operations/explain-purchase.ts';
import { untilEnded } from '../until-ended.ts';
import { isAtRest, type PurchaseState } from './purchase-state.ts';

/** A purchase, as a handle for the page. */
export interface Purchase {
  readonly id: string;
  /** The state of the purchase, the same in all tabs. */
  readonly $state: ReadableAtom<PurchaseState>;
  /**
   * Resolves when the purchase is settled (granted, failed or abandoned) or suspended, and the
   * viewer is known. A payment that takes longer continues anyway. A failed or abandoned one may
   * have an unread return: see `hasUnreadReturn`.
   * @throws `timeout` after `deadlineMs` (default 10 min), `aborted`, `input`.
   */
  readonly settled: (options?: SettledOptions) => Promise<PurchaseState>;
  /**
   * Continues an open purchase, as buying the same again does: it opens the provider again, shows
   * the payment window that is open, or sends a payment that has come back to the platform at once.
   * An unread return is read again, and no provider is opened. There is never a second purchase.
   * Call it in the click: a payment window is opened at once.
   * @throws `input`: it is settled, and has no unread return; `identity-changed`: it belongs to
   *   another viewer; `login-required`, `purchase-in-progress`, `provider-unavailable`,
   *   `journal-unavailable`.
   * @example for (const { id, status } of usher.$purchases.get()) {
   *   const purchase = await checkout.purchase(id);
   *   if (status === 'awaiting-provider') addButton('Continue', () => purchase?.resume());
   * }
   */
  readonly resume: () => Promise<PurchaseState>;
  /**
   * Abandons the purchase while it is not known to be paid. Its payment window closes, and the
   * signal of a provider in the page is aborted. The same can then be bought on other terms. A
   * later return from the provider revives it. It changes nothing while the purchase is
   * being finished, while a return is unread, or for another viewer. A page that does not know its
   * viewer yet waits for that.
   */
  readonly abandon: () => Promise<PurchaseState>;
  /** Describes what has happened, and what happens next, in words with times. */
  readonly explain: () => Promise<PurchaseExplanation>;
}

/** What a handle can do with its purchase in the journal. */
export interface PurchaseActions extends Pick<Purchase, 'explain'> {
  readonly resume: () => Promise<unknown>;
  readonly abandon: () => Promise<unknown>;
}

export interface SettledOptions {
  readonly signal?: AbortSignal | undefined;
  /** In ms, from 0. Default 600,000. */
  readonly deadlineMs?: number | undefined;
}

const defaultDeadlineMs = 600_000;

/** The parts of the runtime that a handle uses. */
interface HandleParts {
  readonly clock: Clock;
  readonly session: Pick<SessionDriver, 'context' | 'onChange'>;
  /** Aborted when the runtime is disposed of. */
  readonly disposal: AbortSignal;
}

export function createPurchase(
  $state: WritableAtom<PurchaseState>,
  parts: HandleParts,
  { resume, abandon, explain }: PurchaseActions,
): Purchase {
  const { disposal } = parts;
  const stateAfter = (action: () => Promise<unknown>) => () =>
    untilEnded(disposal, action()).then(() => $state.get());
  return {
    id: $state.get().id,
    $state: readOnly($state),
    resume: stateAfter(resume),
    abandon: stateAfter(abandon),
    explain: () => untilEnded(disposal, explain()),
    async settled(options) {
      const { signal, deadlineMs = defaultDeadlineMs } = options ?? {};
      checkSignal('purchase.settled', signal);
      if (typeof deadlineMs !== 'number' || !(deadlineMs >= 0)) {
        throw new InputError('purchase.settled', 'deadlineMs', deadlineMs, 'a time in ms, from 0');
      }
      return untilSettled($state, parts, deadlineMs, signal);
    },
  };
}

/** Waits until a purchase is settled or suspended, and the viewer known, up to the deadline. */
function untilSettled(
  $state: ReadableAtom<PurchaseState>,
  { session, clock, disposal }: HandleParts,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<PurchaseState> {
  const signals = signal ? [signal, disposal] : [disposal];
  return new Promise((resolve, reject) => {
    if (signals.some(({ aborted }) => aborted)) return reject(new AbortedError(signals));
    const abort = (): void => end(() => reject(new AbortedError(signals)));
    const cancel = clock.after(deadlineMs, () => end(() => reject(new TimeoutError(deadlineMs))));
    const settle = (): void => {
      const state = $state.get();
      if (viewerOf(session) && isAtRest(state.status)) end(() => resolve(state));
    };
    const stops = [$state.listen(settle), session.onChange(settle)];
    const end = (how: () => void): void => {
      cancel();
      for (const stop of stops) stop();
      for (const signal of signals) signal.removeEventListener('abort', abort);
      how();
    };
    for (const signal of signals) signal.addEventListener('abort', abort);
    settle();
  });
}

export const createPurchaseAtom = (state: PurchaseState): WritableAtom<PurchaseState> =>
  atom(state);
