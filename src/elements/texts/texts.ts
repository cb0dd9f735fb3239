import type { OfferTerms } from '../../dialect/item-state-reader.ts';
import { formatPrice } from '../../item/format-price.ts';
import type { PluralCategory, WordKey, Words } from './word-keys.ts';

/** The texts of one element. */
export interface Texts {
  /** The text of a key, with its values in the place of `{name}`. */
  readonly say: (key: WordKey, values?: Readonly<Record<string, string>>) => string;
  /** The text of a group by a name that need not have one: then the one for `other`. */
  readonly sayOf: (
    group: 'reason' | 'why' | 'error' | 'offer' | 'until',
    name: string,
    values?: Readonly<Record<string, string>>,
  ) => string;
  /** A number with its unit. */
  readonly count: (unit: 'hours' | 'months', n: number) => string;
  readonly price: (price: Pick<OfferTerms, 'amount' | 'currency'>) => string;
}

/** Creates the texts of a language. */
export function createTexts(words: Words, language: string): Texts {
  const known: Readonly<Record<string, string | undefined>> = words;
  const plurals = new Intl.PluralRules(language);
  const say: Texts['say'] = (key, values = {}) =>
    (known[key] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return {
    say,
    sayOf(group, name, values) {
      const key = `${group}.${name}` as WordKey;
      return say(known[key] ? key : `${group}.other`, values);
    },
    count(unit, n) {
      const key = `${unit}.${plurals.select(n) as PluralCategory}` as const;
      return say(known[key] ? key : `${unit}.other`, { n: n.toLocaleString(language) });
    },
    price: (price) => priceText(price, language),
  };
}

/** `Intl` refuses a currency that is not three letters. A panel shows it all the same. */
function priceText(price: Pick<OfferTerms, 'amount' | 'currency'>, language: string): string {
  try {
    return formatPrice(price, language);
  } catch {
    return `${price.amount} ${price.currency}`;
  }
}

/** Whether the price of an offer is for one month. */
export const isMonthly = ({ duration, paidMonthly }: OfferTerms): boolean =>
  !!duration && (paidMonthly ?? duration === 1);

/** `Rent for €4.99`, `Subscribe for €6.99 a month`. */
export function offerTitle({ say, sayOf, price }: Texts, offer: OfferTerms): string {
  if (!offer.amount) return say('offer.free');
  const amount = price(offer);
  return sayOf('offer', offer.operation, {
    price: isMonthly(offer) ? say('perMonth', { price: amount }) : amount,
  });
}

/** The name of a subscription. The platform has none, but tells two levels apart. */
export const subscriptionName = (
  { say }: Texts,
  { isPremium }: Pick<OfferTerms, 'isPremium'>,
): string => say(isPremium ? 'premiumSubscription' : 'subscription');

/**
 * `48 hours`, or what else an offer brings, and to what it commits the viewer.
 * @param willRenew Absent when the platform decides.
 */
export function offerDetails(
  { say, count, price }: Texts,
  offer: OfferTerms,
  willRenew?: unknown,
): string {
  const { operation, amount, hours, duration = 0, isPremium, paidMonthly } = offer;
  const months = duration ? count('months', duration) : '';
  const total = price({ ...offer, amount: amount * duration });
  const parts = [
    isPremium && say('premium'),
    hours && count('hours', hours),
    !isMonthly(offer) && months,
    isMonthly(offer) && duration > 1 && say('total', { months, price: total }),
    duration && paidMonthly === false && say('upfront'),
    duration && willRenew !== undefined && say(willRenew ? 'renews' : 'ends'),
    operation === 'ownage' && say('forGood'),
  ];
  return parts.filter(Boolean).join(' · ');
}
