import { repeat } from 'lit/directives/repeat.js';
import { render, type TemplateResult } from 'lit/html.js';
import type { Checkout, PurchaseState, Usher } from 'usher-runtime';
import type { UsherPurchasesElement } from 'usher-runtime/elements';
import { createStoredValue } from '../session/site-storage.ts';
import { purchaseDetails } from './purchase-details.ts';

/** More than a viewer deletes; the oldest are dropped first. */
const maxDeleted = 100;

const storedDeleted = createStoredValue<readonly string[]>('deleted');

const isShown = ({ id }: PurchaseState): boolean => !(storedDeleted.read() ?? []).includes(id);

export interface PurchaseListParts {
  readonly usher: Usher;
  readonly checkout: Checkout;
  /** Says what changes. */
  readonly status: HTMLElement;
}

/**
 * Adds what the element does not show to each purchase in it: its receipt, and the deletion of a
 * payment that failed.
 */
export function addPurchaseDetails(list: UsherPurchasesElement, parts: PurchaseListParts): void {
  const { usher, checkout, status } = parts;
  const remove = async (id: string, transactionID: string): Promise<void> => {
    await checkout.deleteFailedTransaction({ transactionID });
    storedDeleted.write([...(storedDeleted.read() ?? []), id].slice(-maxDeleted));
    list.filter = (purchase) => isShown(purchase); // another function: the list is drawn again
    draw();
    status.textContent = 'Deleted.';
    list.focus();
  };
  const detailsOf = (purchase: PurchaseState): TemplateResult =>
    purchaseDetails(purchase, {
      remove: (transactionId) => remove(purchase.id, transactionId),
    });
  const draw = (): void => {
    const shown = usher.$purchases.get().filter(isShown);
    list.toggleAttribute('data-empty', shown.length === 0);
    render(
      repeat(shown, ({ id }) => id, detailsOf),
      list,
    );
  };
  list.filter = isShown;
  usher.$purchases.subscribe(draw);
}
