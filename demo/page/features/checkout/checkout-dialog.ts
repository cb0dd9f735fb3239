import { formatPrice } from '/dist/cdn/usher.js';
import type { BuyOptions, Offer, Purchase } from 'usher-runtime';
import { createDialog } from '../../ui/dialog.ts';
import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { readError } from '../../ui/read-error.ts';
import { createPaymentNote } from '../incidents/payment-note.ts';
import { createChoiceCards } from './choice-cards.ts';
import { offerText } from './offer-text.ts';
import { createPaymentChoice } from './payment-choice.ts';

/** What is sold in the dialog. */
export interface CheckoutOrder {
  readonly title: string;
  /** One offer, or several of a kind; the first is chosen. */
  readonly offers: readonly [Offer, ...Offer[]];
  /** Called in the click itself: browsers allow a window there only. */
  readonly buy: (offer: Offer, options: BuyOptions) => Promise<Purchase>;
}

export interface CheckoutListeners {
  /** A purchase is written down. */
  readonly onBegun: (purchase: Purchase) => void;
  /** Another purchase of the same is open. */
  readonly onTaken: () => void;
}

export interface CheckoutDialog {
  readonly open: (order: CheckoutOrder) => void;
}

/** The one dialog of a page in which an offer is paid: what it is, how to pay, and the button. */
export function createCheckoutDialog(listeners: CheckoutListeners): CheckoutDialog {
  const heading = el('h2', { id: 'desk-title', tabindex: '-1' }, 'Your ticket');
  const content = el('div', { class: 'desk-place' });
  const dialog = createDialog({ class: 'login desk', heading }, content);
  return {
    open({ title, offers, buy }) {
      const pay = async (offer: Offer, provider: string): Promise<string> =>
        startPurchase(dialog, () => buy(offer, buyOptions(offer, provider)), listeners);
      content.replaceChildren(createOrderForm(title, offers, pay));
      dialog.showModal();
      heading.focus();
    },
  };
}

/** A subscription renews until the viewer stops that; the fine print says so. */
const buyOptions = ({ operation }: Offer, provider: string): BuyOptions => ({
  provider,
  ...(operation === 'subscription' && { subscriptionWillRenew: true, subscriptionCanRenew: true }),
});

/** Answers with what went wrong, in words; empty where the dialog has closed. */
async function startPurchase(
  dialog: HTMLDialogElement,
  buy: () => Promise<Purchase>,
  { onBegun, onTaken }: CheckoutListeners,
): Promise<string> {
  try {
    const purchase = await buy();
    dialog.close();
    onBegun(purchase);
  } catch (error) {
    if (readError(error).code !== 'purchase-in-progress') return errorText(error);
    dialog.close();
    onTaken();
  }
  return '';
}

function createOrderForm(
  title: string,
  offers: CheckoutOrder['offers'],
  pay: (offer: Offer, provider: string) => Promise<string>,
): HTMLFormElement {
  const methods = createPaymentChoice();
  const button = el('button', { class: 'button primary', 'data-pay': '' });
  const problem = el('p', { class: 'login-error', role: 'alert', hidden: true });
  let [offer] = offers;
  const choose = (chosen: Offer): void => {
    offer = chosen;
    button.textContent = `Pay ${formatPrice(chosen, document.documentElement.lang)}`;
  };
  choose(offer);
  const form = el(
    'form',
    { method: 'post', novalidate: true },
    el('p', { class: 'desk-title' }, title),
    createOfferChoice(offers, choose),
    createPaymentNote(),
    methods.element,
    problem,
    button,
    el('p', { class: 'fine' }, finePrint(offer)),
  );
  const submit = async (): Promise<void> => {
    button.disabled = true;
    problem.hidden = true;
    const text = await pay(offer, methods.chosen());
    button.disabled = false;
    problem.textContent = text;
    problem.hidden = !text;
    if (text) button.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled) void submit();
  });
  return form;
}

/** One offer is shown as it is. */
function createOfferChoice(
  offers: CheckoutOrder['offers'],
  onChoose: (offer: Offer) => void,
): HTMLElement {
  const [first] = offers;
  if (offers.length === 1) return el('p', { class: 'desk-offer' }, ...contentOf(first));
  return createChoiceCards({
    legend: 'Which one',
    name: 'offer',
    entries: offers,
    chosen: first,
    valueOf: (_offer, index) => String(index),
    contentOf,
    onChoose,
  });
}

function contentOf(offer: Offer): HTMLElement[] {
  const { title, brings } = offerText(offer);
  return [el('strong', {}, title), ...(brings ? [el('span', {}, brings)] : [])];
}

function finePrint({ operation }: Offer): string {
  const once = 'You are charged once, even if this page closes on the way.';
  return operation === 'subscription'
    ? `It renews by itself until you stop that, under “My tickets”. ${once}`
    : once;
}
