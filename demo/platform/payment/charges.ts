import { addMonths } from './months.ts';

/** A subscription that the platform charges for, as stored. */
export interface ChargedSubscription {
  readonly id: string;
  readonly transaction_id: string;
  readonly premium: boolean;
  readonly renews: boolean;
  readonly duration_months: number;
  readonly paid_monthly: boolean;
  readonly term_from: Date;
  readonly valid_until: Date;
  readonly charges: number;
  readonly charge_minor: string;
  readonly next_charge_at: Date | null;
}

/** A charge that is due. */
export interface Charge {
  /** After a trial phase; within a term; for one more term. */
  readonly kind: 'captured' | 'instalment' | 'renewed';
  readonly at: Date;
}

export type Progress = Pick<ChargedSubscription, 'valid_until' | 'charges' | 'next_charge_at'>;

/** How many months a charge pays for. */
export function monthsOfCharge({
  paid_monthly,
  duration_months,
}: Pick<ChargedSubscription, 'paid_monthly' | 'duration_months'>): number {
  return paid_monthly ? 1 : duration_months;
}

/**
 * The charges of a subscription until a moment, and its progress after them. A charge within a term
 * is an instalment. A charge at the end of a term makes the subscription longer by one duration:
 * the first one follows a trial phase, later ones come only while it renews.
 */
export function chargesUntil(
  subscription: ChargedSubscription,
  now: Date,
): { due: Charge[]; progress: Progress } {
  const due: Charge[] = [];
  let progress: Progress = subscription;
  while (progress.next_charge_at && progress.next_charge_at <= now) {
    const at = progress.next_charge_at;
    const kind = kindOfCharge(at, progress);
    due.push({ kind, at });
    progress = afterCharge(subscription, progress, kind !== 'instalment');
  }
  return { due, progress };
}

function kindOfCharge(at: Date, { valid_until, charges }: Progress): Charge['kind'] {
  if (at < valid_until) return 'instalment';
  return charges === 0 ? 'captured' : 'renewed';
}

function afterCharge(
  subscription: ChargedSubscription,
  { valid_until, charges }: Progress,
  isLonger: boolean,
): Progress {
  const { term_from, duration_months, renews } = subscription;
  const until = isLonger
    ? addMonths(term_from, charges * monthsOfCharge(subscription) + duration_months)
    : valid_until;
  const next = addMonths(term_from, (charges + 1) * monthsOfCharge(subscription));
  return {
    valid_until: until,
    charges: charges + 1,
    next_charge_at: next < until || renews ? next : null,
  };
}

/**
 * The next charge of a subscription whose renewal was stopped: the next instalment of its term, or
 * none. A trial phase is then never charged.
 */
export function nextChargeWithoutRenewal({
  charges,
  next_charge_at,
  valid_until,
}: Progress): Date | null {
  return charges > 0 && next_charge_at && next_charge_at < valid_until ? next_charge_at : null;
}
