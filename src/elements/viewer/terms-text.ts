import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { offerOf } from '../offer-of.ts';
import {
  isMonthly,
  offerDetails,
  offerTitle,
  subscriptionName,
  type Texts,
} from '../texts/texts.ts';

/**
 * `€4.99 · 48 hours`, `€6.99 a month · 12 months, €83.88 in total · renews until you stop it`: what
 * a purchase costs, what it brings, and to what it commits the viewer. Two of one name differ in
 * that.
 * @param name What the purchase is called. It may say the price, or the level of a subscription.
 */
export function termsText(purchase: PurchaseState, name: string, texts: Texts): string {
  const offer = offerOf(purchase, []);
  const amount = texts.price(offer);
  const price = isMonthly(offer) ? texts.say('perMonth', { price: amount }) : amount;
  const isPremium = purchase.isPremium && name !== subscriptionName(texts, purchase);
  const details = offerDetails(texts, { ...offer, isPremium }, purchase.willRenew);
  const isPriced = offer.amount && name !== offerTitle(texts, offer);
  return [isPriced && price, details].filter(Boolean).join(' · ');
}
