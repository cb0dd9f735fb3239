import type { Offer } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { offerText } from '../checkout/offer-text.ts';
import { paymentProviders } from '../checkout/payment-providers.ts';

interface Level {
  readonly isPremium: boolean;
  readonly name: string;
  readonly story: string;
}

const levels: readonly Level[] = [
  {
    isPremium: false,
    name: 'Standard',
    story: 'Everything in the house, but for the newest films.',
  },
  { isPremium: true, name: 'Premium', story: 'Everything in the house, the newest films too.' },
];

/** The subscriptions that are sold, by level; the terms are chosen in the checkout dialog. */
export function createSubscriptionOffers(
  offers: readonly Offer[],
  want: (offer: Offer) => void,
): HTMLElement {
  const subscriptions = offers.filter(({ operation }) => operation === 'subscription');
  if (!subscriptions.length || !paymentProviders.length) {
    return el(
      'p',
      { class: 'soft' },
      'No subscription of yours is known to this device, and none is sold here at present.',
    );
  }
  return el(
    'div',
    { class: 'levels' },
    el(
      'p',
      { class: 'soft' },
      'This device knows of no subscription of yours. One that you have elsewhere opens your films all the same.',
    ),
    ...levels.map((level) =>
      createLevel(
        level,
        subscriptions.filter(({ isPremium = false }) => isPremium === level.isPremium),
        want,
      ),
    ),
  );
}

/** Nothing where no subscription of the level is sold. */
function createLevel(
  { name, story }: Level,
  offers: readonly Offer[],
  want: (offer: Offer) => void,
): HTMLElement | undefined {
  const [first] = offers;
  if (!first) return undefined;
  return el(
    'div',
    { class: 'level', 'data-level-offer': name.toLowerCase() },
    el('h3', {}, name),
    el('p', {}, story),
    el('ul', {}, ...offers.map((offer) => el('li', {}, termsText(offer)))),
    el(
      'button',
      { type: 'button', class: 'button primary', onclick: () => want(first) },
      `Subscribe to ${name}`,
    ),
  );
}

/** The price and the duration, as "€7.99 a month, month by month". */
function termsText(offer: Offer): string {
  const { title, brings } = offerText(offer);
  return `${title.replace(/^.* for /, '')}, ${brings}`;
}
