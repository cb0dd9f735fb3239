import type { ItemState, MediaItem, PurchaseState, PurchasableItem, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { getElement } from '../../ui/get-element.ts';
import { paymentProviders } from '../checkout/payment-providers.ts';
import { purchaseText } from '../checkout/purchase-text.ts';
import { createVoucherForm } from '../checkout/voucher-form.ts';
import { artOf } from '../items/poster-art.ts';
import type { Reporter } from '../report/reporter.ts';
import { createAccessNotice } from './access-notice.ts';
import { accessText } from './access-text.ts';
import { createItemSale } from './item-sale.ts';
import type { ItemSale } from './item-sale.ts';
import { createPlayer } from './player.ts';
import { createPlayerAreaContent } from './player-area-content.ts';
import type { AreaContent } from './player-area-content.ts';
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
  const { usher, item, askLogin } = parts;
  const { ID, GID, streamtype } = item.general;
  const reference = { item: ID, streamtype };
  const soldItem = usher.item({ ...reference, globalId: GID });
  const shownPurchase = createShownPurchase(usher, reference);
  const content = createPlayerAreaContent(area, artOf(item));
  const announce = createAnnouncer(getElement('[data-stage-status]'));
  const focus = (): void => area.querySelector('h2')?.focus();
  const sale = paymentProviders.length
    ? createItemSale({ ...parts, soldItem, shownPurchase, draw: () => draw(), focus })
    : undefined;
  const voucher = sale && createVoucherForm({ usher, askLogin, id: 'door-voucher' });
  const retry = (): void => {
    announce('Asking again …');
    void soldItem.check();
  };
  const tools = { ...parts, soldItem, sale, voucher, retry };

  const draw = (): void => {
    const state = soldItem.$state.get();
    const purchase = sale && shownPurchase.current();
    const next = contentFor(state, purchase, tools);
    // A notice stays while the access is checked again.
    if (next || content.isWaiting()) content.show(next ?? waiting);
    announce(announcementFor(state, purchase));
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

interface AreaTools extends PlayerAreaParts {
  readonly soldItem: PurchasableItem;
  /** Absent where nothing is sold. */
  readonly sale: ItemSale | undefined;
  readonly voucher: HTMLElement | undefined;
  readonly retry: () => void;
}

/** Nothing while the access is being checked. */
function contentFor(
  state: ItemState,
  purchase: PurchaseState | undefined,
  tools: AreaTools,
): AreaContent | undefined {
  const { access, reason } = state;
  const { sale } = tools;
  if (access === 'granted') {
    return { access, key: access, create: (ended) => createPlayer(tools, ended) };
  }
  if (purchase && sale) {
    return {
      access: 'denied',
      key: `${purchase.id} ${purchase.status} ${purchase.error?.code ?? ''}`,
      create: () => createPurchasePanel(purchase, sale.actionsFor(purchase)),
    };
  }
  if (isFirstCheck(state)) return undefined;
  const user = tools.usher.$user.get() ?? null;
  return {
    access,
    key: `${reason} ${user ? user.id : ''}`,
    create: () => createAccessNotice({ ...tools, state, user, sell: sale?.want }),
  };
}

const waiting: AreaContent = {
  access: 'checking',
  key: '',
  create: () => el('p', { class: 'stage-wait' }, 'Checking your ticket …'),
};

/** No answer is known yet. */
const isFirstCheck = ({ access, reason }: ItemState): boolean => access === 'unknown' && !reason;

/** What a screen reader says; nothing new while the access is being checked. */
function announcementFor(
  state: ItemState,
  purchase: PurchaseState | undefined,
): string | undefined {
  if (purchase && state.access !== 'granted') {
    const { title, story } = purchaseText(purchase);
    return `${title} ${story}`;
  }
  return isFirstCheck(state) ? undefined : accessText(state).title;
}

/** An unchanged text is not set: a screen reader would read it again. */
const createAnnouncer =
  (status: HTMLElement) =>
  (text: string | undefined): void => {
    if (text !== undefined && status.textContent !== text) status.textContent = text;
  };
