import { createDoor, reasonWords } from './access-notice.ts';
import { el } from '../../ui/dom.ts';
import { artSubjectOf, titleOf } from '../media/media-item.ts';
import { paymentWays } from '../checkout/payment-providers.ts';
import { createPlayer } from './player.ts';
import { artOf } from '../media/poster-art.ts';
import { createPurchaseInSight } from './shown-purchase.ts';
import { createPurchasePanel } from './purchase-panel.ts';
import { purchaseWords } from '../checkout/purchase-text.ts';
import { createScene } from './player-area-content.ts';
import { createStageSale } from './item-sale.ts';
import { createVoucherForm } from '../checkout/voucher-form.ts';

/**
 * The place where an item plays, by its state at the door: the player when granted, the purchase
 * that runs, or the reason and what can be done. What plays goes on playing while the state is
 * asked again; what was bought plays without a reload.
 */
export function mountStage(stage, { usher, item, openLogin, askLogin, reporter }) {
  const reference = { item: item.general.ID, streamtype: item.general.streamtype };
  const ticket = usher.item(reference);
  const inSight = createPurchaseInSight(usher, reference);
  const show = createScene(stage, artOf(artSubjectOf(item)));
  const sale = paymentWays.length
    ? createStageSale({ usher, item, ticket, askLogin, inSight, draw: () => draw() })
    : undefined;
  const voucher = sale && createVoucherForm({ usher, askLogin, id: 'door-voucher' });
  const say = createAnnouncer(document.querySelector('[data-stage-status]'));
  const retry = () => {
    say('Asking again …');
    void ticket.check();
  };

  const draw = () => {
    const state = ticket.$state.get();
    const user = usher.$user.get();
    const { access, reason } = state;
    const purchase = sale && inSight.current();
    if (access === 'granted') {
      show('granted', 'granted', () =>
        createPlayer({ usher, item, title: titleOf(item), ticket, reporter }),
      );
    } else if (purchase) {
      show('denied', keyOf(purchase), () =>
        createPurchasePanel({ purchase, ...sale.actionsFor(purchase) }),
      );
    } else if (access === 'denied' || (access === 'unknown' && reason)) {
      show(access, `${reason} ${user ? user.id : ''}`, () =>
        createDoor({ state, user, openLogin, retry, sell: sale?.want, voucher }),
      );
    } else {
      show('checking', '', () => el('p', { class: 'stage-wait' }, 'Checking your ticket …'), [
        '',
        'checking',
      ]);
    } // a door that is asked again stays
    if (access !== 'granted' && purchase) {
      say(Object.values(purchaseWords(purchase)).slice(1).join(' '));
    } else if (access !== 'checking') say(reasonWords(state)[0]);
  };
  ticket.$state.subscribe(draw);
  usher.$user.listen(draw);
  usher.$purchases.listen(draw);
  return { inSight, draw };
}

const keyOf = ({ id, status, error }) => `${id} ${status} ${error?.code ?? ''}`;

/** What is said again would be read out again. */
const createAnnouncer = (status) => (words) => {
  if (status.textContent !== words) status.textContent = words;
};
