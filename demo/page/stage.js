import { createDoor, reasonWords } from './door.js';
import { el } from './dom.js';
import { artSubjectOf, titleOf } from './media-item.js';
import { paymentWays } from './payment-ways.js';
import { createPlayer } from './player.js';
import { artOf } from './poster-art.js';
import { subscriptionOffers, subscriptionOf } from './price-model.js';
import { createPurchaseInSight } from './purchase-in-sight.js';
import { createPurchasePanel } from './purchase-panel.js';
import { purchaseWords } from './purchase-words.js';
import { createSale } from './sale.js';
import { createVoucherForm } from './voucher-form.js';

/**
 * The place where an item plays, by its state at the door: the player when granted, the purchase that runs, or the reason and what can be done. What
 * plays goes on playing while the state is asked again; what was bought plays without a reload.
 */
export function mountStage(stage, { usher, item, openLogin, askLogin }) {
  const reference = { item: item.general.ID, streamtype: item.general.streamtype };
  const ticket = usher.item(reference);
  const status = document.querySelector('[data-stage-status]');
  const inSight = createPurchaseInSight(usher, reference);
  const show = createScene(stage, artOf(artSubjectOf(item)));
  const sale = paymentWays.length > 0 && createStageSale({ usher, item, ticket, askLogin, inSight, draw: () => draw() });
  const voucher = sale && createVoucherForm({ usher, askLogin, id: 'door-voucher' });
  const retry = () => {
    status.textContent = 'Asking again …';
    void ticket.check();
  };

  const draw = () => {
    const state = ticket.$state.get();
    const user = usher.$user.get();
    const { access, reason } = state;
    const purchase = sale && inSight.current();
    if (access === 'granted') show('granted', 'granted', () => createPlayer({ usher, item, title: titleOf(item) }));
    else if (purchase) show('denied', keyOf(purchase), () => createPurchasePanel({ purchase, ...actionsFor(purchase) }));
    else if (access === 'denied' || (access === 'unknown' && reason)) {
      show(access, `${reason} ${user ? user.id : ''}`, () => createDoor({ state, user, openLogin, retry, sell: sale && ((offer) => void sale.want(offer)), voucher }));
    } else show('checking', '', () => el('p', { class: 'stage-wait' }, 'Checking your ticket …'), ['', 'checking']);
    const words = access !== 'granted' && purchase ? purchaseWords(purchase) : { title: access === 'checking' ? '' : reasonWords(state)[0], story: '' };
    const said = `${words.title} ${words.story}`.trim();
    if (status.textContent !== said) status.textContent = said; // what is said again is read out again
  };
  const actionsFor = (purchase) => ({
    resume: () => void sale.resume(purchase).catch(() => {}), // its state says why
    again: () => {
      inSight.leave(purchase.id);
      draw();
      void sale.want(offerOf(usher, ticket, purchase));
    },
    leave: () => {
      inSight.leave(purchase.id);
      draw();
    },
  });
  ticket.$state.subscribe(draw);
  usher.$user.listen(draw);
  usher.$purchases.listen(draw);
  return { inSight, draw };
}

const keyOf = ({ id, status, error }) => `${id} ${status} ${error?.code ?? ''}`;

/** The offer that a purchase was about, for whoever begins anew. */
function offerOf(usher, ticket, purchase) {
  const same = ticket.$state.get().offers.find(({ operation, amount }) => operation === purchase.operation && amount === purchase.amount);
  return subscriptionOf(usher, purchase) ?? same ?? purchase;
}

function createStageSale({ usher, item, ticket, askLogin, inSight, draw }) {
  const isPremiumOnly = () => ticket.$state.get().offers.every(({ operation, isPremium }) => operation !== 'subscription' || isPremium);
  return createSale({
    usher, askLogin, media: item,
    titleOf: ({ operation }) => (operation === 'subscription' ? 'Everything in the house' : titleOf(item)),
    choices(offer) {
      if (offer.operation !== 'subscription') return [offer];
      const all = subscriptionOffers(usher).filter(({ isPremium }) => isPremium || !isPremiumOnly());
      const isSame = (one) => one.amount === offer.amount && one.duration === offer.duration;
      return all.some(isSame) ? [...all.filter(isSame), ...all.filter((one) => !isSame(one))] : [offer];
    },
    isOpen: async () => (await ticket.check()).access === 'granted',
    onBegun: ({ id }) => {
      inSight.show(id);
      draw();
      document.querySelector('[data-stage] h2')?.focus();
    },
    onTaken: () => {
      inSight.showAll();
      draw();
      document.querySelector('[data-stage] h2')?.focus();
    },
  });
}

/** Changes what the stage shows, when it is something else than before; `over` limits that to what is shown now. The focus stays on the stage if it was there. */
function createScene(stage, art) {
  let shown = '';
  return (access, key, create, over) => {
    const scene = `${access} ${key}`.trim();
    if (shown === scene || (over && !over.includes(shown))) return;
    shown = scene;
    const hadFocus = stage.contains(document.activeElement);
    const content = create();
    stage.dataset.access = access;
    stage.classList.toggle('tall', content.classList.contains('stage-panel'));
    const backdrop = el('div', { class: 'stage-backdrop', 'aria-hidden': 'true' }, art.draw('xMidYMid slice'));
    backdrop.style.backgroundColor = art.ground;
    stage.replaceChildren(...(content.matches('video') ? [content] : [backdrop, content]));
    if (hadFocus) (content.querySelector('h2, audio') ?? content).focus();
  };
}
