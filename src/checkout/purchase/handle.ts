import { atom } from 'nanostores';
import type { ReadableAtom, WritableAtom } from 'nanostores';
import { AbortedError } from '../../errors/aborted-error.ts';
import { TimeoutError } from '../../errors/timeout-error.ts';
import type { Clock } from '../../browser/clock.ts';
import { readOnly } from '../../session/read-only-store.ts';
import type { SessionDriver } from '../../session/session.ts';
import { isSettledStatus } from './purchase-state.ts';
import type { PurchaseState } from './purchase-state.ts';

/** A purchase in the page's hand. */
export interface Purchase {
  readonly id: string;
  /** How far it has come; the same in all tabs. */
  readonly $state: ReadableAtom<PurchaseState>;
  /**
   * Resolves when it is granted, failed, abandoned or parked, and it is known who the viewer is. A
   * payment that takes longer goes on all the same.
   * @throws `timeout` after `deadlineMs` (default 10 min), `aborted`.
   */
  readonly settled: (options?: SettledOptions) => Promise<PurchaseState>;
  /**
   * Gives it up while it is not paid, as far as is known: the same can then be bought on other
   * terms. What comes back from the provider after all revives it. Once it is being finished, and
   * for another viewer, this changes nothing.
   */
  readonly giveUp: () => Promise<PurchaseState>;
}

export interface SettledOptions {
  readonly signal?: AbortSignal | undefined;
  /** In ms. Default 600,000. */
  readonly deadlineMs?: number | undefined;
}

const defaultDeadlineMs = 600_000;

export function createPurchase(
  $state: WritableAtom<PurchaseState>,
  clock: Clock,
  session: Pick<SessionDriver, 'viewer' | 'onChange'>,
  ended: AbortSignal,
  giveUp: () => Promise<unknown>,
): Purchase {
  return {
    id: $state.get().id,
    $state: readOnly($state),
    giveUp: () => giveUp().then(() => $state.get()),
    settled: ({ signal, deadlineMs = defaultDeadlineMs } = {}) =>
      new Promise((resolve, reject) => {
        const abort = (): void => end(() => reject(new AbortedError()));
        const cancel = clock.after(deadlineMs, () =>
          end(() => reject(new TimeoutError(deadlineMs))),
        );
        const settle = (): void => {
          const state = $state.get();
          if (session.viewer() && isSettledStatus(state.status)) end(() => resolve(state));
        };
        const stops = [$state.listen(settle), session.onChange(settle)];
        const end = (how: () => void): void => {
          cancel();
          for (const stop of stops) stop();
          for (const each of [signal, ended]) each?.removeEventListener('abort', abort);
          how();
        };
        for (const each of [signal, ended]) {
          if (each?.aborted) abort();
          each?.addEventListener('abort', abort);
        }
        settle();
      }),
  };
}

export const createPurchaseAtom = (state: PurchaseState): WritableAtom<PurchaseState> =>
  atom(state);
