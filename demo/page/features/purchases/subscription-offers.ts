import { el } from '../../ui/dom.ts';
import { offerWords } from '../checkout/offer-text.ts';
import { paymentWays } from '../checkout/payment-providers.ts';
import { subscriptionOffers } from '../checkout/price-model.ts';

const levels = [
  {
    isPremium: false,
    name: 'Standard',
    story: 'Everything in the house, but for the newest films.',
  },
  { isPremium: true, name: 'Premium', story: 'Everything in the house, the newest films too.' },
];

/** The subscriptions that are sold, by level; the terms are chosen at the desk. */
export function createSubscriptionOffers({ usher, want }) {
  const offers = subscriptionOffers(usher);
  if (!offers.length || !paymentWays.length) {
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
    ...levels.flatMap(({ isPremium, name, story }) => {
      const ofLevel = offers.filter((offer) => offer.isPremium === isPremium);
      return ofLevel.length ? [createLevel({ name, story, offers: ofLevel, want })] : [];
    }),
  );
}

function createLevel({ name, story, offers, want }) {
  return el(
    'div',
    { class: 'level', 'data-level-offer': name.toLowerCase() },
    el('h3', {}, name),
    el('p', {}, story),
    el(
      'ul',
      {},
      ...offers.map((offer) => {
        const { title, brings } = offerWords(offer);
        return el('li', {}, `${title.replace(/^.* for /, '')}, ${brings}`);
      }),
    ),
    el(
      'button',
      { type: 'button', class: 'button primary', onclick: () => want(offers[0]) },
      `Subscribe to ${name}`,
    ),
  );
}
