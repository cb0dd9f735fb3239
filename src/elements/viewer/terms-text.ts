import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { offerOf } from '../sale.ts';
import { isMonthly, offerDetails, subscriptionName, type Texts } from '../texts/texts.ts';

/**
 * `€6.99 a month · 12 months, €83.88 in total · renews until you stop it`: what a subscription
 * costs, and to what it commits the viewer. Two of one name differ in that. Empty for another
 * purchase.
 * @param name What the subscription is called. It may say the level.
 */
export function termsText(purchase: PurchaseState, name: string, texts: Texts): string {
  if (purchase.operation !== 'subscription') return '';
  const offer = offerOf(purchase, []);
  const amount = texts.price(offer);
  const price = isMonthly(offer) ? texts.say('perMonth', { price: amount }) : amount;
  const isPremium = purchase.isPremium && name !== subscriptionName(texts, purchase);
  const details = offerDetails(texts, { ...offer, isPremium }, purchase.willRenew);
  return [offer.amount && price, details].filter(Boolean).join(' · ');
}
