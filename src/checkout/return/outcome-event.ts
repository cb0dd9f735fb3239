import { purchaseArea } from '../../contract/purchase.ts';
import { checkValues } from '../check-values.ts';
import type { CheckoutContext } from '../context.ts';
import type { OutcomeField, ProviderOutcome } from '../providers/provider.ts';
import type { PurchaseEvent } from '../purchase/purchase-event.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { optionalFields } from './return-text.ts';

/**
 * Converts an outcome to an event. With an outcome that cannot be sent, the purchase stays open,
 * and its error gives the reason. It stays unread if it may prove a payment.
 */
export function eventOfOutcome(
  context: CheckoutContext,
  record: PurchaseRecord,
  outcome: ProviderOutcome,
): PurchaseEvent {
  try {
    return checkedEvent(context, record, outcome);
  } catch {
    return unclear('input', 'the outcome of the provider cannot be used');
  }
}

/** `null` counts as absent: `URLSearchParams.get()` returns it, and JSON has no `undefined`. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether an outcome may prove a payment, which the platform then decides. */
const mayProvePayment = ({ outcome, token }: ProviderOutcome): boolean =>
  outcome === 'approved' || outcome === 'pending' || (outcome === 'declined' && isGiven(token));

function checkedEvent(
  context: CheckoutContext,
  { transactionID }: PurchaseRecord,
  outcome: ProviderOutcome,
): PurchaseEvent {
  const said = outcome?.outcome;
  const isProof = !!outcome && mayProvePayment(outcome);
  if (isProof && transactionID !== undefined) return returnedEvent(context, transactionID, outcome);
  if (said === 'declined' && outcome.verified) {
    return { type: 'refused', error: { code: 'platform', hint: 'declined by the provider' } };
  }
  if (said === 'declined' || said === 'cancelled') {
    return { type: 'abandoned', error: { code: 'aborted', hint: said } };
  }
  return unclear('malformed', 'the outcome of the provider cannot be read');
}

/** The event for an outcome that leaves the purchase open. */
const unclear = (code: 'input' | 'malformed', hint: string): PurchaseEvent => ({
  type: 'unclear',
  error: { code, hint },
});

/**
 * The event for an outcome with valid fields. An invalid optional field is left out with a warning:
 * it does not void the payment.
 */
function returnedEvent(
  context: CheckoutContext,
  transactionID: string,
  outcome: ProviderOutcome,
): PurchaseEvent {
  const canBeSent = (field: OutcomeField): boolean => {
    try {
      checkValues(purchaseArea, 'finishtransaction', { [field]: outcome[field] });
      return true;
    } catch {
      return false;
    }
  };
  if (isGiven(outcome.token) && !canBeSent('token')) {
    const error = { code: 'input', hint: 'the token of the provider cannot be sent' } as const;
    return { type: 'unread', error };
  }
  const finish: Record<string, unknown> & { transactionID: string } = { transactionID };
  for (const field of ['token', ...optionalFields] as const) {
    if (!isGiven(outcome[field])) continue;
    if (canBeSent(field)) finish[field] = outcome[field];
    else context.emit('warning', `The provider's ${field} cannot be sent, and is left out`);
  }
  return { type: 'returned', finish };
}

const flags: Readonly<Record<string, boolean>> = { 0: false, 1: true, false: false, true: true };

/** A flag of an address. A text that is none stays, so that the check of the field refuses it. */
const flagIn = (text: string): boolean => flags[text] ?? (text as unknown as boolean);

/** A number of an address. `NaN` for a blank text, which `Number` would read as 0. */
const numberIn = (text: string): number => (text.trim() === '' ? NaN : Number(text));

/** Reads the parameters that a provider added to the address, by the names of the fields. */
export function readByFieldNames(parameters: URLSearchParams): ProviderOutcome {
  const text = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const [finalPayment, isLatePremium] = [text('finalPayment'), text('isLatePremium')];
  return {
    outcome: text('outcome') as ProviderOutcome['outcome'],
    token: text('token'),
    reference: text('reference'),
    paymentType: text('paymentType'),
    externalUserID: text('externalUserID'),
    externalTransactionReference: text('externalTransactionReference'),
    ...(finalPayment === undefined ? {} : { finalPayment: numberIn(finalPayment) }),
    ...(isLatePremium === undefined ? {} : { isLatePremium: flagIn(isLatePremium) }),
  };
}
