import { titleOf } from '../media/media-item.ts';
import { subscriptionOf, subscriptionOffers } from '../checkout/price-model.ts';
import { createSale } from '../checkout/sale.ts';

/**
 * Sells the item of a stage, and the subscriptions that open it; what is begun is shown on the
 * stage, which `draw` draws.
 */
export function createStageSale({ usher, item, ticket, askLogin, inSight, draw }) {
  const showBegun = () => {
    draw();
    document.querySelector('[data-stage] h2')?.focus();
  };
  const sale = createSale({
    usher,
    askLogin,
    media: item,
    titleOf: ({ operation }) =>
      operation === 'subscription' ? 'Everything in the house' : titleOf(item),
    choices: (offer) =>
      offer.operation === 'subscription' ? subscriptionsFor(usher, ticket, offer) : [offer],
    isOpen: async () => (await ticket.check()).access === 'granted',
    onBegun({ id }) {
      inSight.show(id);
      showBegun();
    },
    onTaken() {
      inSight.showAll();
      showBegun();
    },
  });
  const leave = ({ id }) => {
    inSight.leave(id);
    draw();
  };
  return {
    want: (offer) => void sale.want(offer),
    actionsFor: (purchase) => ({
      resume: () => void sale.resume(purchase).catch(() => {}), // its state says why
      again() {
        leave(purchase);
        void sale.want(offerOf(usher, ticket, purchase));
      },
      leave: () => leave(purchase),
    }),
  };
}

/** The subscriptions that open the item, the wanted one first. */
function subscriptionsFor(usher, ticket, offer) {
  const isPremiumOnly = ticket.$state
    .get()
    .offers.every(({ operation, isPremium }) => operation !== 'subscription' || isPremium);
  const isWanted = (one) => one.amount === offer.amount && one.duration === offer.duration;
  const all = subscriptionOffers(usher).filter(({ isPremium }) => isPremium || !isPremiumOnly);
  return all.some(isWanted)
    ? [...all.filter(isWanted), ...all.filter((one) => !isWanted(one))]
    : [offer];
}

/** The offer that a purchase was about, for whoever begins anew. */
function offerOf(usher, ticket, purchase) {
  const same = ticket.$state
    .get()
    .offers.find(
      ({ operation, amount }) => operation === purchase.operation && amount === purchase.amount,
    );
  return (
    same ??
    (purchase.operation === 'subscription' ? subscriptionOf(usher, purchase) : undefined) ??
    purchase
  );
}
