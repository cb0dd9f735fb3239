import { el } from '../../ui/dom.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { offerWords } from '../checkout/offer-text.ts';

const denied = {
  'not-paid': ['This one needs a ticket', 'You may watch it with one of these.'],
  'login-required': ['For members of the house', 'It costs nothing, but you have to be logged in.'],
  geo: ['Not shown where you are', 'The rights for your country lie elsewhere.'],
  age: ['Not for your age', 'It is shown to viewers whose age is known and sufficient.'],
  schedule: ['The doors are closed', 'It is not in the programme at this time.'],
  domain: ['Not in this house', 'It is shown elsewhere.'],
  'not-found': ['The reel is missing', 'The platform does not know this item any more.'],
};

const unknown = {
  static: [
    'No tickets at this door',
    'The platform gives this page no personal session, so it cannot tell whether you may watch.',
  ],
  offline: [
    'Nobody at the door',
    'The platform cannot be reached, so nobody can tell whether you may watch.',
  ],
  unreadable: [
    'The answer could not be read',
    'The platform answered, but not in a way that says whether you may watch.',
  ],
  error: ['The check went wrong', 'It is not known whether you may watch.'],
};

const granted = {
  free: 'Free to watch.',
  paid: 'You have a ticket.',
  subscription: 'In your subscription.',
  voucher: 'Opened by your voucher.',
  external: 'Opened by your membership.',
};

/** A state in words: a title and a sentence. */
export function reasonWords({ access, reason }) {
  if (access === 'granted') return [granted[reason] ?? 'You may watch this.', ''];
  if (access === 'denied') {
    return denied[reason] ?? ['You may not watch this', `The platform says: ${reason}.`];
  }
  return unknown[reason] ?? (access === 'unknown' && reason ? unknown.error : ['', '']);
}

/**
 * What stands before an item that does not play: why, and what can be done about it. One ticket
 * stands out; the others are folded behind it.
 * @param {{ state: any, user: any, openLogin: () => void, retry: () => void, sell?: (offer: any) =>
 *   void, voucher?: HTMLElement }} parts without `sell` offers are shown, and not sold
 */
export function createDoor({ state, user, openLogin, retry, sell, voucher }) {
  const [title, story] = reasonWords(state);
  const mayHelp = !user && ['not-paid', 'login-required', 'age'].includes(state.reason);
  const [first] = state.offers;
  return el(
    'div',
    { class: 'stage-panel', 'data-reason': state.reason },
    el('h2', { tabindex: '-1' }, title),
    el(
      'p',
      {},
      state.access === 'unknown' && state.error ? `${story} ${wordsFor(state.error)}` : story,
    ),
    first &&
      sell &&
      el(
        'button',
        {
          type: 'button',
          class: 'button primary ticket',
          'data-buy': first.operation,
          onclick: () => sell(first),
        },
        ...faceOf(first),
      ),
    first && createOffers(state.offers, sell),
    voucher &&
      state.reason === 'not-paid' &&
      el(
        'details',
        { class: 'fold', 'data-voucher-fold': '' },
        el('summary', {}, 'I have a voucher'),
        voucher,
      ),
    mayHelp &&
      el(
        'p',
        {},
        state.reason === 'not-paid'
          ? 'Bought it before, or subscribed? Log in, and the door opens.'
          : 'Log in to go on.',
      ),
    mayHelp &&
      el(
        'button',
        { type: 'button', class: first && sell ? 'button' : 'button primary', onclick: openLogin },
        'Log in to watch',
      ),
    state.access === 'unknown' &&
      el('button', { type: 'button', class: 'button primary', onclick: retry }, 'Try again'),
  );
}

function createOffers(offers, sell) {
  const face = (offer) =>
    sell
      ? el(
          'button',
          {
            type: 'button',
            class: 'offer',
            'data-offer': offer.operation,
            onclick: () => sell(offer),
          },
          ...faceOf(offer),
        )
      : el('div', { class: 'offer' }, ...faceOf(offer));
  const list = el('ul', { class: 'offers' }, ...offers.map((offer) => el('li', {}, face(offer))));
  return sell
    ? el(
        'details',
        { class: 'fold', 'data-offers-fold': '' },
        el('summary', {}, 'All tickets'),
        list,
      )
    : list;
}

function faceOf(offer) {
  const words = offerWords(offer);
  return [el('strong', {}, words.title), el('span', {}, words.brings)];
}
