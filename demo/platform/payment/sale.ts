import { textOf, type Call } from '../call.ts';
import { priceModel } from '../tenants/price-model.ts';
import { Refusal } from '../wire/refusal.ts';
import { ownsForGood } from './entitlements.ts';
import { findItem, type Item } from './find-item.ts';
import { givenNumber, givenText, refuseField } from './given.ts';
import { forbiddenBy } from './item-state.ts';
import { isOperation, type Operation } from './operation.ts';
import {
  readSubscriptionTerms,
  type PremiumField,
  type SubscriptionTerms,
} from './subscription-terms.ts';
import { readViewer } from './viewer.ts';

/**
 * As much as one payment in puts on account at most: a slip of the keyboard should not cost more.
 */
const maxDeposit = 100_000;

/** A sale that was asked for, its price checked. */
export interface Sale {
  readonly operation: Operation;
  readonly item: Item | undefined;
  readonly amountMinor: number;
  readonly currency: string;
  /** Of subscriptions. */
  readonly terms: SubscriptionTerms | undefined;
}

/**
 * Reads what a call wants to buy, and holds its amount against the price. @throws {Refusal} 400
 * naming the field, 403, 404 or 409.
 */
export async function readSale(
  call: Call,
  premiumField: PremiumField = 'subscriptionIsPremium',
): Promise<Sale> {
  const operation = givenText(call, 'operation');
  if (!isOperation(operation)) refuseField('operation', 'subscription, ppv, ownage or deposit');
  const item = await itemOf(call, operation);
  const amountMinor = givenNumber(call, 'amount');
  const terms =
    operation === 'subscription'
      ? readSubscriptionTerms(call, amountMinor, premiumField)
      : undefined;
  if (item && terms && item.premium_only && !terms.premium) {
    refuseField(premiumField, '1: the item is for premium subscribers');
  }
  checkAmount(operation, amountMinor, terms ? terms.offer.price : priceOf(operation, item));
  if (givenText(call, 'currency').toUpperCase() !== priceModel.currency) {
    refuseField('currency', priceModel.currency);
  }
  return { operation, item, amountMinor, currency: priceModel.currency, terms };
}

/**
 * The item of a sale: needed where one is sold; beside a subscription it is what the viewer came
 * for.
 */
async function itemOf(call: Call, operation: Operation): Promise<Item | undefined> {
  const isSold = operation === 'ppv' || operation === 'ownage';
  if (operation === 'deposit' || (!isSold && textOf(call, 'item') === undefined)) return undefined;
  const item = await findItem(call);
  const viewer = await readViewer(call);
  const forbidden = forbiddenBy(item, viewer, call.now());
  if (forbidden) throw new Refusal(403, `this item is not sold to this viewer: ${forbidden}`);
  if (isSold && ownsForGood(viewer.entitlements, item)) {
    throw new Refusal(409, 'this user owns the item already');
  }
  return item;
}

/** The price of an item; none for what is paid on account. */
function priceOf(operation: Operation, item: Item | undefined): number | undefined {
  if (!item) return undefined;
  const price = operation === 'ppv' ? item.ppv_minor : item.ownage_minor;
  return item.pay && price !== null
    ? price
    : refuseField('operation', `one that the item is sold by, which is not ${operation}`);
}

function checkAmount(operation: Operation, amountMinor: number, price: number | undefined): void {
  if (price !== undefined && amountMinor !== price) {
    refuseField('amount', `${price}: that is the price of this ${operation}`);
  }
  if (price === undefined && (amountMinor < 1 || amountMinor > maxDeposit)) {
    refuseField('amount', `from 1 to ${maxDeposit} for a ${operation}`);
  }
}
