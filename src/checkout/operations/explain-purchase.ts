import type { CheckoutContext } from '../context.ts';
import { dueInMs } from '../finish/scheduler.ts';
import { isHeldBack } from '../purchase/machine.ts';
import { isAnonymous, ownershipOf } from '../purchase/ownership.ts';
import { isUnread, isUnsettled, type PurchaseRecord } from '../purchase/purchase-record.ts';
import type { StoredError } from '../purchase/stored-error.ts';

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

/** Describes the purchase of a record. */
export function explainPurchase(
  context: CheckoutContext,
  record: PurchaseRecord,
): PurchaseExplanation {
  const now = context.browser.clock.now();
  if (ownershipOf(context, record) === 'other') return { text: ofOther(record), nextTryAt: null };
  const dueMs = dueInMs(context, record);
  const nextTryAt = Number.isFinite(dueMs) && isTried(record) ? now + Math.max(0, dueMs) : null;
  const waitSeconds = nextTryAt && Math.ceil((nextTryAt - now) / 1000);
  return {
    text: [
      `${history(record)}.`,
      ...(isUnsettled(record) ? problem(record) : []),
      ...unread(context, record),
      ...(isHeldBack(record) ? ['Its payment waits for another purchase of the same.'] : []),
      ...(waitSeconds === null ? [] : [`The next try is in ${waitSeconds} s.`]),
    ].join(' '),
    nextTryAt,
  };
}

/** The text for another viewer. It says nothing of the purchase. */
function ofOther(record: PurchaseRecord): string {
  if (!isUnsettled(record)) return 'It belongs to another viewer.';
  return isAnonymous(record)
    ? 'It was begun without a user. It continues when no user is logged in.'
    : 'It belongs to another viewer. It continues when that viewer is back.';
}

/** Whether the runtime sends requests for a purchase by itself. */
const isTried = ({ step }: PurchaseRecord): boolean =>
  step === 'finishing' || step === 'pending' || step === 'verifying';

const reasonOf = ({ code, hint, message = hint ?? code }: StoredError): string => message;

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
  const reason = error ? ` (${reasonOf(error)})` : '';
  switch (step) {
    case 'preparing':
      return `Begun at ${timeOf(startedAt)}. The platform has not prepared it yet`;
    case 'awaiting-provider':
      return providerOpenedAt
        ? `The provider was opened at ${timeOf(providerOpenedAt)}. No payment is known yet`
        : `Prepared at ${at}. The provider has not been opened yet`;
    case 'finishing':
      return `Paid at the provider at ${at}. The platform has not confirmed it yet`;
    case 'pending':
      return `Paid. Since ${at} the platform waits for the provider`;
    case 'verifying':
      return `The platform confirmed it at ${at}. Access is being checked`;
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

/** An answer of the provider that is not read yet, and what that means. */
function unread({ returns }: CheckoutContext, record: PurchaseRecord): string[] {
  const isWaiting = returns.isWaiting(record.state);
  if (!isWaiting && !isUnread(record)) return [];
  const reason = isWaiting
    ? 'The journal cannot be written.'
    : record.error && `${reasonOf(record.error)}.`;
  return [
    "The provider's answer has not been read yet, and may be a payment.",
    ...(reason ? [reason] : []),
    'Until then the provider is not opened for it again.',
  ];
}

/** What the last tries came to. */
function problem(record: PurchaseRecord): string[] {
  const { error, tries = 0 } = record;
  if (!error || (isUnread(record) && record.step === 'awaiting-provider')) return [];
  return [`${tries > 1 ? `The last ${tries} tries` : 'The last try'} failed: ${reasonOf(error)}.`];
}
