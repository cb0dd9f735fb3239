import type { Operation as SoldOperation } from '../../contract/answers/payment.ts';
import type {
  PaymentAddexternalsubscriptionValues,
  PaymentCancelsubscriptionValues,
  PaymentUpgradesubscriptionValues,
  PaymentVerifyinapptransactionValues,
} from '../../contract/call-values/payment.ts';
import { payment } from '../../contract/payment.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { endMsOf } from '../../dialect/item-state-reader.ts';
import { member, textOf } from '../../dialect/readers.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import { noteUnreadable } from '../../session/note-unreadable.ts';
import { isErasedBy } from '../../session/storage/compare-records.ts';
import { refresh } from '../../session/storage/persistence.ts';
import { syncFromStorage } from '../../session/storage/sync-from-storage.ts';
import { checkValues, type PaymentName } from '../check-values.ts';
import type { CheckoutContext } from '../context.ts';
import { buyerIn } from '../purchase/ownership.ts';
import {
  withoutLeadingZeros,
  type PrepareValues,
  type PurchaseLease,
} from '../purchase/purchase-record.ts';
import { hasChangedSince } from '../purchase/viewer-at-call.ts';
import { readTerms, type SubscriptionTerms } from '../subscription-terms.ts';
import { transactionOf } from '../transaction-of.ts';
import { callForViewer, type ViewerOptions } from './call-for-viewer.ts';
import { updateReceipts } from './receipts.ts';

/** The result of a payment call. */
export interface PaymentResult extends SubscriptionTerms {
  /**
   * `finished`, `redeemed`, `ending`, `deleted`, … in the platform's words. Empty when the answer
   * has none.
   */
  readonly state: string;
  /** With every digit. `null` when there is none. */
  readonly transactionId: string | null;
  /** What was granted. `null` without an item, or when the answer has none. */
  readonly operation: string | null;
  readonly item: string | null;
  readonly streamtype: string | null;
  /** End of the grant, in ms since 1970. `null` when it has none, or when it is not known. */
  readonly expiresAt: number | null;
}

/** A code: the platform's own, or one of an external system. */
export type VoucherValues =
  | { readonly vouchercode: string; readonly referencecode?: undefined }
  | { readonly referencecode: string; readonly vouchercode?: undefined };
/** Fields of `POST /payment/verifyinapptransaction`, with these required. */
export interface InAppValues extends PaymentVerifyinapptransactionValues {
  /** What was bought. */
  operation: SoldOperation;
  /** The app store: a code of the platform. */
  provider: 'io' | 'go' | 'am';
  /** The app store's receipt, as encoded JSON. */
  receipt: string;
}
/** Fields of `POST /payment/addexternalsubscription`, with the end required. */
export interface ExternalValues extends PaymentAddexternalsubscriptionValues {
  /** Until when the subscription is active: a `Date`, or whole unix seconds. */
  validUntil: Date | number;
}
/** Fields of `POST /payment/upgradesubscription`, all required. */
export interface UpgradeValues extends PaymentUpgradesubscriptionValues {
  /** The provider's own reference of the additional payment. */
  transactionID: string;
  /** The price of the upgrade: a whole number, from 0, in the currency's subunit (cents). */
  amount: number;
}
/** Fields of `DELETE /payment/cancelsubscription`, except the one that selects the operation. */
export interface CancelValues extends Omit<PaymentCancelsubscriptionValues, 'cancelTransaction'> {
  /** The original transaction of the subscription. */
  transactionID: number | bigint | string;
}

/** A call that is sent once, and its receipt, if one is kept. */
export interface Operation {
  readonly name: PaymentName;
  readonly values: object;
  readonly required?: readonly string[];
  readonly receipt?: PrepareValues;
  /** The transaction that an answer has to name, if it names one. */
  readonly transactionID?: CancelValues['transactionID'] | undefined;
  /** What the call itself changes of a subscription. The answer may say otherwise. */
  readonly terms?: SubscriptionTerms | undefined;
  /** The lease of the purchase, for a call that needs one. */
  readonly lease?: PurchaseLease | undefined;
}

/** With these errors no request was sent. */
const unsent: readonly string[] = ['identity-changed', 'static-session', 'input'];

/**
 * Makes a payment call once, for the viewer who requested it. Items are checked again in all tabs.
 * After a failure too, because the platform may have carried the call out.
 * @throws {UsherError} `identity-changed`: before anything is sent, or when the viewer changed
 *   before the answer. The receipt belongs to the first viewer.
 */
export async function operate(
  context: CheckoutContext,
  operation: Operation,
  options: ViewerOptions,
): Promise<PaymentResult> {
  const { name, values, required = [], receipt, lease } = operation;
  checkValues(payment, name, values, { required });
  const calledAt = context.browser.clock.now();
  const isErased = watchErasure(context);
  const call = { name, values: { ...values }, lease };
  const { answer, session } = await callForViewer(context, call, options).catch(
    (error: unknown) => {
      if (!isUsherError(error) || !unsent.includes(error.code)) context.recheckAccessEverywhere();
      throw error;
    },
  );
  context.recheckAccessEverywhere();
  const terms = { ...operation.terms, ...readTerms(answer) };
  const settled = resultOf(context, operation, answer, terms);
  const { state, transactionId, expiresAt } = settled;
  // Other states, for example `pending`, grant nothing yet.
  const granted = state === '' || state === 'finished' ? receipt : undefined;
  await updateReceipts(
    context,
    { buyer: buyerIn(context, session), calledAt, isErased },
    { values: granted, transactionId, expiresAt, terms },
  );
  if (hasChangedSince(context, session)) throw identityChanged();
  return settled;
}

/** Returns a function that says whether the viewer has been forgotten since, in any tab. */
function watchErasure({ session: { context } }: CheckoutContext): () => boolean {
  if (!context.current) refresh(context); // there may have been an erasure before this call
  const before = context.record;
  return () => {
    syncFromStorage(context);
    return isErasedBy(before, context.record);
  };
}

function resultOf(
  context: CheckoutContext,
  { name, transactionID }: Operation,
  answer: Answer,
  terms: SubscriptionTerms,
): PaymentResult {
  const reading = transactionOf(context, `payment/${name}`, answer);
  if (!reading) {
    noteUnreadable(context.session.context, `payment/${name}`, answer.status);
    throw new MalformedError(
      `payment/${name}`,
      'the answer names neither a transaction nor a state',
    );
  }
  const asked = transactionID === undefined ? undefined : withoutLeadingZeros(transactionID);
  if (asked && reading.id && reading.id !== asked) {
    throw new MalformedError(`payment/${name}`, 'the answer names another transaction');
  }
  const text = (field: string): string | null =>
    textOf(member(answer.result, 'general', field)) ?? null;
  const item = text('item');
  return {
    state: reading.state ?? '',
    transactionId: reading.id ?? asked ?? null,
    operation: text('operation'),
    item: item === '0' ? null : item,
    streamtype: text('streamtype'),
    expiresAt: endMsOf(reading.validUntil),
    ...terms,
  };
}

/** How each operation is one call, by its name in `Checkout`. */
export const operations: {
  readonly redeemVoucher: (values: VoucherValues) => Operation;
  readonly verifyInAppPurchase: (values: InAppValues) => Operation;
  readonly addExternalSubscription: (values: ExternalValues) => Operation;
  readonly upgradeSubscription: (values: UpgradeValues) => Operation;
  readonly stopRenewal: (values: CancelValues) => Operation;
} = {
  redeemVoucher: (values) => ({ name: 'redeemvoucher', values }),
  verifyInAppPurchase(values) {
    const { operation, item, streamtype, amount, currency, provider } = Object(
      values,
    ) as InAppValues;
    return {
      name: 'verifyinapptransaction',
      values,
      required: ['operation', 'provider', 'receipt'],
      receipt: { operation, item, streamtype, amount, currency, provider },
    };
  },
  addExternalSubscription: (values) => ({
    name: 'addexternalsubscription',
    values,
    required: ['validUntil'],
    receipt: { operation: 'subscription' },
  }),
  upgradeSubscription: (values) => ({
    name: 'upgradesubscription',
    values,
    required: ['transactionID', 'amount'],
  }),
  stopRenewal: (values) => ({
    name: 'cancelsubscription',
    values: { ...values, cancelTransaction: false },
    required: ['transactionID'],
    transactionID: values?.transactionID,
    terms: { willRenew: false },
  }),
};
