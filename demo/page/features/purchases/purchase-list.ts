import type { Checkout, Offer, PurchaseState, Usher } from 'usher-runtime';
import type { UsherPurchasesElement } from 'usher-runtime/elements';
import { createStoredValue } from '../session/site-storage.ts';
import { createPurchaseDetails } from './purchase-details.ts';

/** More than a viewer deletes; the oldest are dropped first. */
const mostDeleted = 100;

const storedDeleted = createStoredValue<readonly string[]>('deleted');

const isShown = ({ id }: PurchaseState): boolean => !(storedDeleted.read() ?? []).includes(id);

export interface PurchaseListParts {
  readonly usher: Usher;
  readonly checkout: Checkout;
  /** What the domain sells. */
  readonly offers: readonly Offer[];
  /** Says what changes. */
  readonly status: HTMLElement;
}

/** What is shown of a purchase, and what it was made of. */
interface ShownDetails {
  readonly json: string;
  readonly element: HTMLElement;
}

/**
 * Adds what the element does not show to each purchase in it: price, receipt, and the deletion of
 * a payment that failed.
 */
export function addPurchaseDetails(list: UsherPurchasesElement, parts: PurchaseListParts): void {
  const { usher, checkout, offers, status } = parts;
  let shown: ReadonlyMap<string, ShownDetails> = new Map();
  const remove = async (id: string, transactionID: string): Promise<void> => {
    await checkout.deleteFailedTransaction({ transactionID });
    storedDeleted.write([...(storedDeleted.read() ?? []), id].slice(-mostDeleted));
    list.filter = (purchase) => isShown(purchase); // another function: the list is drawn again
    draw();
    status.textContent = 'Deleted.';
    list.focus();
  };
  const detailsOf = (purchase: PurchaseState): ShownDetails => {
    const json = JSON.stringify(purchase);
    const before = shown.get(purchase.id);
    if (before?.json === json) return before;
    before?.element.remove();
    const element = createPurchaseDetails(purchase, {
      offers,
      remove: (transactionId) => remove(purchase.id, transactionId),
    });
    list.append(element);
    return { json, element };
  };
  const draw = (): void => {
    const purchases = usher.$purchases.get().filter(isShown);
    const next = new Map(purchases.map((purchase) => [purchase.id, detailsOf(purchase)]));
    for (const [id, { element }] of shown) if (!next.has(id)) element.remove();
    shown = next;
  };
  list.filter = isShown;
  usher.$purchases.subscribe(draw);
}
