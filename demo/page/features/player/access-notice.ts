import type { ItemState, Offer, User } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { offerText } from '../checkout/offer-text.ts';
import { accessText } from './access-text.ts';

/** The reasons that a login may change. */
const helpedByLogin = ['not-paid', 'login-required', 'age'];

export interface AccessNoticeParts {
  readonly state: ItemState;
  readonly user: User | null;
  readonly openLogin: () => void;
  readonly retry: () => void;
  /** Without it offers are shown, and not sold. */
  readonly sell?: ((offer: Offer) => void) | undefined;
  /** A form for a voucher. */
  readonly voucher?: HTMLElement | undefined;
}

/**
 * Stands in for an item that does not play: why, and what can be done about it. One offer stands
 * out; the others are folded behind it.
 */
export function createAccessNotice(parts: AccessNoticeParts): HTMLElement {
  const { state, user, retry, sell, voucher } = parts;
  const { title, story } = accessText(state);
  const isUnknown = state.access === 'unknown';
  const [first] = state.offers;
  return el(
    'div',
    { class: 'stage-panel', 'data-reason': state.reason },
    el('h2', { tabindex: '-1' }, title),
    el('p', {}, isUnknown && state.error ? `${story} ${errorText(state.error)}` : story),
    first && sell && createFirstOffer(first, sell),
    first && createOffers(state.offers, sell),
    voucher && state.reason === 'not-paid' && createVoucherFold(voucher),
    ...(!user && helpedByLogin.includes(state.reason) ? createLoginHint(parts) : []),
    isUnknown &&
      el('button', { type: 'button', class: 'button primary', onclick: retry }, 'Try again'),
  );
}

const createFirstOffer = (offer: Offer, sell: (offer: Offer) => void): HTMLElement =>
  el(
    'button',
    {
      type: 'button',
      class: 'button primary ticket',
      'data-buy': offer.operation,
      onclick: () => sell(offer),
    },
    ...contentOf(offer),
  );

const createVoucherFold = (voucher: HTMLElement): HTMLElement =>
  el(
    'details',
    { class: 'fold', 'data-voucher-fold': '' },
    el('summary', {}, 'I have a voucher'),
    voucher,
  );

function createLoginHint({ state, sell, openLogin }: AccessNoticeParts): HTMLElement[] {
  const isSold = state.offers.length > 0 && sell;
  return [
    el(
      'p',
      {},
      state.reason === 'not-paid'
        ? 'Bought it before, or subscribed? Log in, and the door opens.'
        : 'Log in to go on.',
    ),
    el(
      'button',
      { type: 'button', class: isSold ? 'button' : 'button primary', onclick: openLogin },
      'Log in to watch',
    ),
  ];
}

function createOffers(offers: readonly Offer[], sell: AccessNoticeParts['sell']): HTMLElement {
  const list = el(
    'ul',
    { class: 'offers' },
    ...offers.map((offer) => el('li', {}, createOffer(offer, sell))),
  );
  return sell
    ? el(
        'details',
        { class: 'fold', 'data-offers-fold': '' },
        el('summary', {}, 'All tickets'),
        list,
      )
    : list;
}

const createOffer = (offer: Offer, sell: AccessNoticeParts['sell']): HTMLElement =>
  sell
    ? el(
        'button',
        {
          type: 'button',
          class: 'offer',
          'data-offer': offer.operation,
          onclick: () => sell(offer),
        },
        ...contentOf(offer),
      )
    : el('div', { class: 'offer' }, ...contentOf(offer));

function contentOf(offer: Offer): HTMLElement[] {
  const { title, brings } = offerText(offer);
  return [el('strong', {}, title), el('span', {}, brings)];
}
