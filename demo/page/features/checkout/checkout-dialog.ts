import { el } from '../../ui/dom.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { icon } from '../../ui/icon.ts';
import { createPaymentNote } from '../incidents/payment-note.ts';
import { formatMoney } from '../../ui/format-money.ts';
import { offerValues } from './buy-values.ts';
import { offerWords } from './offer-text.ts';
import { createPaymentChoice } from './payment-choice.ts';

/**
 * The one dialog of a page in which a ticket is paid: what it is, how to pay, and the button.
 * @param {{ onBegun: (purchase: any) => void, onTaken: () => void }} told `onBegun` once a purchase
 *   is written down; `onTaken` where another one of the same is open
 */
export function createDesk({ onBegun, onTaken }) {
  const heading = el('h2', { id: 'desk-title', tabindex: '-1' }, 'Your ticket');
  const place = el('div', { class: 'desk-place' });
  const dialog = el(
    'dialog',
    { class: 'login desk', 'aria-labelledby': heading.id },
    el(
      'div',
      { class: 'login-body' },
      el(
        'div',
        { class: 'login-head' },
        heading,
        el(
          'button',
          {
            type: 'button',
            class: 'login-close',
            'aria-label': 'Close',
            onclick: () => dialog.close(),
          },
          icon('close'),
        ),
      ),
      place,
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return {
    /**
     * @param {{ title: string, offers: any[], buy: (values: object) => Promise<any> }} sale one
     *   offer, or several of a kind; the first is chosen
     */
    open({ title, offers, buy }) {
      place.replaceChildren(
        createOrder({
          title,
          offers,
          pay: (values) => pay(dialog, { values, buy, onBegun, onTaken }),
        }),
      );
      dialog.showModal();
      heading.focus();
    },
  };
}

/** `buy` is called in the click itself: browsers allow a window there only. */
async function pay(dialog, { values, buy, onBegun, onTaken }) {
  try {
    const purchase = await buy(values);
    dialog.close();
    onBegun(purchase);
    return '';
  } catch (error) {
    if (error?.code !== 'purchase-in-progress') return wordsFor(error);
    dialog.close();
    onTaken();
    return '';
  }
}

function createOrder({ title, offers, pay }) {
  const ways = createPaymentChoice();
  const button = el('button', { class: 'button primary', 'data-pay': '' });
  const trouble = el('p', { class: 'login-error', role: 'alert', hidden: true });
  let offer = offers[0];
  const choose = (chosen) => {
    offer = chosen;
    button.textContent = `Pay ${formatMoney(chosen.amount, chosen.currency)}`;
  };
  choose(offer);
  const form = el(
    'form',
    { method: 'post', novalidate: true },
    el('p', { class: 'desk-title' }, title),
    offers.length > 1
      ? createOfferChoice(offers, choose)
      : el('p', { class: 'desk-offer' }, ...faceOf(offer)),
    createPaymentNote(),
    ways.element,
    trouble,
    button,
    el('p', { class: 'fine' }, fineWords(offers)),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    trouble.hidden = true;
    void pay(offerValues(offer, ways.chosen())).then((words) => {
      button.disabled = false;
      trouble.textContent = words;
      trouble.hidden = !words;
      if (words) button.focus();
    });
  });
  return form;
}

function createOfferChoice(offers, choose) {
  return el(
    'fieldset',
    { class: 'choice' },
    el('legend', {}, 'Which one'),
    ...offers.map((offer, index) =>
      el(
        'label',
        { class: 'choice-card' },
        el('input', {
          type: 'radio',
          name: 'offer',
          value: String(index),
          checked: index === 0,
          onchange: () => choose(offer),
        }),
        el('span', {}, ...faceOf(offer)),
      ),
    ),
  );
}

function faceOf(offer) {
  const { title, brings } = offerWords(offer);
  return [el('strong', {}, title), brings && el('span', {}, brings)].filter(Boolean);
}

const fineWords = ([{ operation }]) =>
  (operation === 'subscription'
    ? 'It renews by itself until you stop that, under “My tickets”. '
    : '') + 'You are charged once, even if this page closes on the way.';
