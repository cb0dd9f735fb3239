import { formatPrice } from '/dist/cdn/usher.js';
import type { Checkout, Offer, PurchaseState, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { readBoughtItem } from '../checkout/bought-item.ts';
import { levelName } from '../checkout/offer-text.ts';
import { purchaseText } from '../checkout/purchase-text.ts';
import { findSubscription } from '../checkout/sold-offers.ts';
import { createStoredValue } from '../session/site-storage.ts';
import { createPurchaseRow } from './purchase-row.ts';

const kinds: Readonly<Record<string, string>> = {
  ppv: 'Rent',
  ownage: 'To keep',
  deposit: 'Deposit',
};

/** More than a viewer deletes; the oldest are dropped first. */
const mostDeleted = 100;

const emptyText = 'Nothing bought on this device yet. What you buy stands here, with its receipt.';

const storedDeleted = createStoredValue<readonly string[]>('deleted');

export interface PurchaseListParts {
  readonly usher: Usher;
  readonly checkout: Checkout;
  /** What the domain sells. */
  readonly offers: readonly Offer[];
  /** Goes on with a payment; called in the click. */
  readonly resume: (purchase: PurchaseState) => Promise<unknown>;
  /** Says what changes. */
  readonly status: HTMLElement;
}

/** A row as it is shown, and what it was made of. */
interface ShownRow {
  readonly json: string;
  readonly element: HTMLElement;
}

/** All purchases of the viewer on this device, the newest first, as they go on. */
export function mountPurchaseList(container: HTMLElement, parts: PurchaseListParts): void {
  const { usher, checkout, offers, resume, status } = parts;
  const list = el('ul', { class: 'purchases' });
  const empty = el('p', { class: 'notice' }, emptyText);
  container.append(list, empty);

  let rows: ReadonlyMap<string, ShownRow> = new Map();
  const remove = async (id: string, transactionID: string): Promise<void> => {
    await checkout.deleteFailedTransaction({ transactionID });
    storedDeleted.write([...(storedDeleted.read() ?? []), id].slice(-mostDeleted));
    draw();
    status.textContent = 'Deleted.';
    container.focus();
  };
  const rowOf = (purchase: PurchaseState): ShownRow => {
    const json = JSON.stringify(purchase);
    const before = rows.get(purchase.id);
    if (before?.json === json) return before;
    if (before) {
      const { title } = readBoughtItem(purchase);
      status.textContent = `${title}: ${purchaseText(purchase).title}`;
    }
    const element = createPurchaseRow(purchase, {
      price: priceText(offers, purchase),
      resume,
      remove: (transactionID) => remove(purchase.id, transactionID),
    });
    return { json, element };
  };
  const draw = (): void => {
    rows = new Map(shownPurchases(usher).map((purchase) => [purchase.id, rowOf(purchase)]));
    showRows(
      list,
      [...rows.values()].map(({ element }) => element),
    );
    empty.hidden = rows.size > 0;
    list.hidden = rows.size === 0;
  };
  usher.$purchases.subscribe(draw);
}

function shownPurchases(usher: Usher): PurchaseState[] {
  const deleted = storedDeleted.read() ?? [];
  return usher.$purchases
    .get()
    .filter(({ id }) => !deleted.includes(id))
    .sort((one, other) => other.startedAt - one.startedAt);
}

/** An unchanged list is left alone, so that it keeps the focus. */
function showRows(list: HTMLElement, elements: readonly HTMLElement[]): void {
  const isSame =
    elements.length === list.childElementCount &&
    elements.every((element, index) => list.children[index] === element);
  if (!isSame) list.replaceChildren(...elements);
}

/** What was bought and for how much: "Rent · €4.99", "Standard · €7.99 a month". */
function priceText(offers: readonly Offer[], purchase: PurchaseState): string {
  const { operation, amount, currency } = purchase;
  const offer = operation === 'subscription' ? findSubscription(offers, purchase) : undefined;
  const kind = offer ? levelName(offer) : (kinds[operation] ?? '');
  const rhythm = offer?.paidMonthly ? ' a month' : '';
  const price =
    amount !== null && currency
      ? formatPrice({ amount, currency }, document.documentElement.lang) + rhythm
      : '';
  return [kind, price].filter(Boolean).join(' · ');
}
