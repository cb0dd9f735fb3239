import type { Arrival } from '../facts.ts';
import type { PlatformTransaction } from '../payments.ts';
import type { Charge, Visit } from '../provider.ts';
import type { World } from '../world.ts';
import { endOf } from './stalls.ts';

/** A payment that the provider took. */
export interface TakenPayment {
  readonly charge: Charge;
  readonly visit: Visit;
  readonly transaction: PlatformTransaction;
  /** Who paid: the user that the page showed when the provider was opened. */
  readonly buyer: string | null | undefined;
  /** The return of this payment to a device, if there was one. */
  readonly arrival: Arrival | undefined;
}

/** The payments that the provider took, or will have taken when it confirms them. */
export function takenPayments({
  facts,
  provider,
  platform,
  chargedAt,
  arrivals,
}: World): TakenPayment[] {
  return provider.charges.flatMap((charge) => {
    const { transactionId, outcome, confirmedAt } = charge;
    const visit = chargedAt.get(transactionId);
    const transaction = platform.payments.transactions.get(transactionId);
    const isTaken = outcome === 'approved' || (outcome === 'pending' && confirmedAt < Infinity);
    if (!visit || !transaction || !isTaken) return [];
    const arrival = arrivals.find(
      (each) =>
        each.token === charge.token && each.device === visit.device && isWritable(facts, each),
    );
    return [{ charge, visit, transaction, buyer: visit.user, arrival }];
  });
}

/** How long a page takes to write an outcome that exists only in its memory, in ms. */
export const rememberingMs = 100;

/**
 * Whether the page of a return lived long enough to write it. A page in a long task learns of it
 * after that. A tab that was open when the browser was killed is restored with its address.
 */
function isWritable(facts: World['facts'], { page, t, isRestored }: Arrival): boolean {
  const writtenBy = endOf(facts, page, t, rememberingMs);
  return (
    !!isRestored ||
    !facts.lives.some(
      ({ page: name, life, t: from }) =>
        name === page && /^(gone|frozen)$/.test(life) && from >= t && from <= writtenBy,
    )
  );
}
