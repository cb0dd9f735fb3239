import { boughtItem } from '../checkout/bought-item.ts';
import { el } from '../../ui/dom.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { keep, readKept } from '../session/site-storage.ts';
import { momentWords } from '../../ui/format-date-time.ts';
import { formatMoney } from '../../ui/format-money.ts';
import { levelWords } from '../checkout/offer-text.ts';
import { subscriptionOf } from '../checkout/price-model.ts';
import { isOpenPurchase } from '../checkout/open-purchase.ts';
import { createGoOn } from '../checkout/resume-payment.ts';
import { purchaseWords } from '../checkout/purchase-text.ts';

const kinds = { ppv: 'Rent', ownage: 'To keep', deposit: 'Deposit' };

/**
 * All that the viewer has bought or begun to buy on this device, the newest first, as it goes on.
 */
export function mountPurchaseList(place, { usher, checkout, resume, status }) {
  const list = el('ul', { class: 'purchases' });
  const empty = el(
    'p',
    { class: 'notice' },
    'Nothing bought on this device yet. What you buy stands here, with its receipt.',
  );
  place.append(list, empty);
  const rows = new Map();
  const remove = async (purchase, row) => {
    try {
      await checkout.deleteFailedTransaction({ transactionID: purchase.transactionID });
      keep('deleted', [...(readKept('deleted') ?? []), purchase.id].slice(-100));
      draw();
      status.textContent = 'Deleted.';
      place.focus();
    } catch (error) {
      row.say(wordsFor(error));
    }
  };
  const draw = () => {
    const deleted = readKept('deleted') ?? [];
    const purchases = usher.$purchases
      .get()
      .filter(({ id }) => !deleted.includes(id))
      .sort((one, other) => other.startedAt - one.startedAt);
    for (const purchase of purchases) {
      const text = JSON.stringify(purchase);
      const before = rows.get(purchase.id);
      if (before?.text === text) continue;
      if (before) status.textContent = `${titleOf(purchase)}: ${purchaseWords(purchase).title}`;
      rows.set(purchase.id, {
        text,
        element: createRow(purchase, { resume, remove, price: priceOf(usher, purchase) }),
      });
    }
    const elements = purchases.map(({ id }) => rows.get(id).element);
    if (
      elements.length !== list.childElementCount ||
      elements.some((element, index) => list.children[index] !== element)
    ) {
      list.replaceChildren(...elements);
    }
    empty.hidden = elements.length > 0;
    list.hidden = elements.length === 0;
  };
  usher.$purchases.subscribe(draw);
}

const titleOf = (purchase) => boughtItem(purchase).title;

/** What was bought and for how much: "Rent · €4.99", "Standard · €7.99 a month". */
function priceOf(usher, purchase) {
  const { operation, amount, currency } = purchase;
  const offer = operation === 'subscription' && subscriptionOf(usher, purchase);
  const kind = offer ? levelWords(offer) : (kinds[operation] ?? '');
  return [
    kind,
    amount !== null &&
      currency &&
      formatMoney(amount, currency) + (offer?.paidMonthly ? ' a month' : ''),
  ]
    .filter(Boolean)
    .join(' · ');
}

function createRow(purchase, { resume, remove, price }) {
  const { status, operation, until, transactionID, error } = purchase;
  const { title, address } = boughtItem(purchase);
  const words = purchaseWords(purchase);
  const said = el('p', { class: 'purchase-said', role: 'alert' });
  const row = {
    say: (text) => {
      said.textContent = text;
    },
  };
  const facts = [price, status === 'granted' && endWords(operation, until)].filter(Boolean);
  const mayGoOn = status === 'awaiting-provider' || (status === 'preparing' && error);
  return el(
    'li',
    { class: 'purchase-row', 'data-status': status },
    el(
      'div',
      { class: 'purchase-head' },
      el('h3', {}, address ? el('a', { href: address }, title) : title),
      el('span', { class: 'badge' }, words.badge),
    ),
    el('p', { class: 'purchase-facts' }, facts.join(' · ')),
    status !== 'granted' && el('p', {}, words.story),
    said,
    el(
      'div',
      { class: 'purchase-actions' },
      mayGoOn &&
        createGoOn(purchase, () => resume(purchase).catch((failure) => row.say(wordsFor(failure)))),
      status === 'failed' &&
        transactionID &&
        el(
          'button',
          {
            type: 'button',
            class: 'button',
            'data-delete': '',
            onclick: () => void remove(purchase, row),
          },
          'Delete it',
        ),
    ),
    transactionID && !isOpenPurchase(purchase) && createReceipt(purchase),
  );
}

function endWords(operation, until) {
  if (until) return `until ${momentWords(until)}`;
  return operation === 'ownage' ? 'for good' : '';
}

function createReceipt({ status, transactionID, amount, currency, startedAt, until }) {
  const rows = [
    ['Transaction', el('code', {}, transactionID)],
    ['Begun', momentWords(startedAt)],
    [status === 'granted' ? 'Paid' : 'Asked', amount === null ? '' : formatMoney(amount, currency)],
    ['Until', status === 'granted' && until ? momentWords(until) : ''],
  ];
  return el(
    'details',
    { class: 'fold receipt' },
    el('summary', {}, status === 'granted' ? 'Receipt' : 'Details'),
    el(
      'dl',
      {},
      ...rows.flatMap(([name, value]) => (value ? [el('dt', {}, name), el('dd', {}, value)] : [])),
    ),
  );
}
