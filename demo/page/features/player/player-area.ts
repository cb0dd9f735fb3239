import type { MediaItem, PurchaseState, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { getElement } from '../../ui/get-element.ts';
import { paymentProviders } from '../checkout/payment-providers.ts';
import { purchaseText } from '../checkout/purchase-text.ts';
import { createVoucherForm } from '../checkout/voucher-form.ts';
import { artOf } from '../media/poster-art.ts';
import type { Reporter } from '../report/reporter.ts';
import { createAccessNotice } from './access-notice.ts';
import { accessText } from './access-text.ts';
import { createItemSale } from './item-sale.ts';
import { createPlayer } from './player.ts';
import { createPlayerAreaContent } from './player-area-content.ts';
import { createPurchasePanel } from './purchase-panel.ts';
import { createShownPurchase } from './shown-purchase.ts';

export interface PlayerAreaParts {
  readonly usher: Usher;
  readonly item: MediaItem;
  readonly openLogin: () => void;
  readonly askLogin: (reason: string) => Promise<boolean>;
  readonly reporter: Reporter;
}

export interface PlayerArea {
  /** Shows a purchase that the viewer has come back from, whatever its status is. */
  readonly showPurchase: (id: string) => void;
}

/**
 * The part of the page where an item plays, by its access: the player when it is granted, the
 * purchase that runs, or the reason and what can be done. A player goes on while the access is
 * checked again; what was bought plays without a reload.
 */
export function mountPlayerArea(area: HTMLElement, parts: PlayerAreaParts): PlayerArea {
  const { usher, item, openLogin, askLogin, reporter } = parts;
  const reference = { item: item.general.ID, streamtype: item.general.streamtype };
  const soldItem = usher.item(reference);
  const shownPurchase = createShownPurchase(usher, reference);
  const content = createPlayerAreaContent(area, artOf(item));
  const announce = createAnnouncer(getElement('[data-stage-status]'));
  const sale = paymentProviders.length
    ? createItemSale({
        usher,
        item,
        soldItem,
        askLogin,
        shownPurchase,
        draw: () => draw(),
        focus: () => area.querySelector('h2')?.focus(),
      })
    : undefined;
  const voucher = sale && createVoucherForm({ usher, askLogin, id: 'door-voucher' });
  const retry = (): void => {
    announce('Asking again …');
    void soldItem.check();
  };

  const draw = (): void => {
    const state = soldItem.$state.get();
    const user = usher.$user.get();
    const { access, reason } = state;
    const purchase = sale && shownPurchase.current();
    if (access === 'granted') {
      content.show({
        access,
        key: access,
        create: () => createPlayer({ usher, item, soldItem, reporter }),
      });
    } else if (purchase) {
      content.show({
        access: 'denied',
        key: keyOf(purchase),
        create: () => createPurchasePanel(purchase, sale.actionsFor(purchase)),
      });
      const { title, story } = purchaseText(purchase);
      return announce(`${title} ${story}`);
    } else if (access === 'denied' || (access === 'unknown' && reason)) {
      content.show({
        access,
        key: `${reason} ${user ? user.id : ''}`,
        create: () =>
          createAccessNotice({ state, user, openLogin, retry, sell: sale?.want, voucher }),
      });
    } else if (content.isWaiting()) {
      // A notice stays while the access is checked again.
      content.show({ access: 'checking', key: '', create: createWait });
    }
    if (access !== 'checking') announce(accessText(state).title);
  };
  soldItem.$state.subscribe(draw);
  usher.$user.listen(draw);
  usher.$purchases.listen(draw);
  return {
    showPurchase(id) {
      shownPurchase.show(id);
      draw();
    },
  };
}

const createWait = (): HTMLElement => el('p', { class: 'stage-wait' }, 'Checking your ticket …');

const keyOf = ({ id, status, error }: PurchaseState): string =>
  `${id} ${status} ${error?.code ?? ''}`;

/** An unchanged text is not set: a screen reader would read it again. */
const createAnnouncer =
  (status: HTMLElement) =>
  (text: string): void => {
    if (status.textContent !== text) status.textContent = text;
  };
