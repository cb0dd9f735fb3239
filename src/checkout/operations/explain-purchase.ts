import type { Context } from '../context.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import { isOpen } from '../purchase/purchase-record.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { dueAt } from '../scheduler.ts';

/** What has happened in a purchase, and what happens next. */
export interface PurchaseExplanation {
  /**
   * Sentences in English with times of the browser's language, for developers and support. It
   * contains no secret.
   * @example 'Paid at the provider at 12:03:10. The platform has not answered 2 times (network).
   *   The next try is in 30 s.'
   */
  readonly text: string;
  /** Time of the next automatic try, in ms since 1970. `null` when there is none. */
  readonly nextTryAt: number | null;
}

/** Describes the purchase of an entry. */
export function explainPurchase(context: Context, entry: PurchaseRecord): PurchaseExplanation {
  const now = context.browser.clock.now();
  if (ownershipOf(context, entry) === 'other' && isOpen(entry)) {
    return {
      text: 'It belongs to another viewer. It continues when that viewer is back.',
      nextTryAt: null,
    };
  }
  const dueMs = dueAt(context, entry, now);
  const nextTryAt = Number.isFinite(dueMs) && isTried(entry) ? Math.max(now, dueMs) : null;
  const waitSeconds = nextTryAt && Math.ceil((nextTryAt - now) / 1000);
  return {
    text: [
      `${history(entry)}.`,
      ...(isOpen(entry) ? problem(entry) : []),
      ...(waitSeconds === null ? [] : [`The next try is in ${waitSeconds} s.`]),
    ].join(' '),
    nextTryAt,
  };
}

/** Whether the runtime sends requests for a purchase by itself. */
const isTried = ({ step }: PurchaseRecord): boolean =>
  step === 'finishing' || step === 'pending' || step === 'verifying';

const timeOf = (ms: number): string => new Date(ms).toLocaleTimeString();

/** The steps so far, without the full stop. */
function history({
  step,
  startedAt,
  changedAt,
  providerOpenedAt,
  expiresAt,
  error,
}: PurchaseRecord): string {
  const at = timeOf(changedAt);
  const reason = error ? ` (${error.message ?? error.hint ?? error.code})` : '';
  switch (step) {
    case 'preparing':
      return `Begun at ${timeOf(startedAt)}. The platform has not prepared it yet`;
    case 'awaiting-provider':
      return providerOpenedAt
        ? `The provider was opened at ${timeOf(providerOpenedAt)}. No payment has come back yet`
        : `Prepared at ${at}. The provider has not been opened yet`;
    case 'finishing':
      return `Paid at the provider at ${at}. The platform has not confirmed it yet`;
    case 'pending':
      return `Paid at the provider. Since ${at} the platform waits for the provider's confirmation`;
    case 'verifying':
      return `The platform confirmed the payment at ${at}. Access to the item is being checked`;
    case 'granted':
      return `Granted at ${at}${expiresAt ? `, until ${new Date(expiresAt).toLocaleString()}` : ''}`;
    case 'failed':
      return `Failed at ${at}${reason}`;
    case 'abandoned':
      return `Abandoned at ${at}${reason}. A payment that arrives late revives it`;
    case 'unknown':
      return 'A newer build of Usher wrote it. Only that build continues it';
  }
}

/** What the last tries came to. */
function problem({ error, tries = 0 }: PurchaseRecord): string[] {
  if (!error) return [];
  const reason = error.message ?? error.hint ?? error.code;
  return [`${tries > 1 ? `The last ${tries} tries` : 'The last try'} failed: ${reason}.`];
}
