import type { Offer, PurchaseState, Usher } from 'usher-runtime';

/** An offer, and of a subscription whether it is paid each month. */
export interface PageOffer extends Offer {
  readonly paidMonthly?: boolean | undefined;
}

/** A price in the currency's smallest unit. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

/** `pricemodel` of init's answer, as far as the page reads it. */
interface PriceModel {
  readonly currency: string;
  readonly subscriptions?: readonly {
    readonly duration: unknown;
    readonly price: unknown;
    readonly isPremium: unknown;
    readonly paidMonthly: unknown;
  }[];
  readonly upgrade?: { readonly price: unknown };
}

/**
 * What the platform sells beside single items; `undefined` where init's answer brings no price
 * model.
 */
function readPriceModel(usher: Usher): PriceModel | undefined {
  const model = usher.$session.get().data['pricemodel'];
  // The platform's own shape; the numbers in it are read below, in whatever form they come.
  return typeof model === 'object' && model !== null && 'currency' in model
    ? (model as PriceModel)
    : undefined;
}

/** The currency of the prices; `undefined` where there is no price model. */
export const priceCurrency = (usher: Usher): string | undefined => readPriceModel(usher)?.currency;

/** The subscriptions, in the form of an item's offers. */
export function subscriptionOffers(usher: Usher): PageOffer[] {
  const { currency = '', subscriptions } = readPriceModel(usher) ?? {};
  if (!Array.isArray(subscriptions)) return [];
  return subscriptions.map(({ duration, price, isPremium, paidMonthly }) => ({
    operation: 'subscription',
    amount: Number(price),
    currency,
    duration: Number(duration),
    isPremium: Number(isPremium) === 1,
    paidMonthly: Number(paidMonthly) === 1,
  }));
}

/** The subscription of a purchase, by its price; `undefined` where it is no longer sold. */
export const subscriptionOf = (
  usher: Usher,
  { amount, currency }: Pick<PurchaseState, 'amount' | 'currency'>,
): PageOffer | undefined =>
  subscriptionOffers(usher).find((offer) => offer.amount === amount && offer.currency === currency);

/** What it costs to make a subscription premium; `undefined` where that is not sold. */
export function upgradePrice(usher: Usher): Price | undefined {
  const { currency = '', upgrade } = readPriceModel(usher) ?? {};
  return upgrade && { amount: Number(upgrade.price), currency };
}
