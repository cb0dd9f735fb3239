import type { OfferTerms } from '../../dialect/item-state-reader.ts';
import { numberOf, textOf } from '../../dialect/readers.ts';

/** The names of what a purchase buys, as the page knows them in the click. They are not sent. */
export interface SaleNames {
  /** The title that lists of purchases and receipts show. */
  readonly title?: string | undefined;
  /** The global ID of the item (`GID` in answers). An item that has one fills it in. */
  readonly globalId?: number | string | undefined;
}

/** What the journal keeps of a purchase beside the values that are sent. */
export interface PurchaseNames {
  readonly title?: string | undefined;
  readonly globalId?: string | undefined;
  /** The rental period of the offer, in hours. */
  readonly hours?: number | undefined;
}

/** The names as they are kept. A wrong one is left out: it must not fail a purchase. */
export const namesOf = ({
  title,
  globalId,
  hours,
}: SaleNames & Pick<OfferTerms, 'hours'>): PurchaseNames => ({
  title: textOf(title),
  globalId: textOf(globalId),
  hours: numberOf(hours),
});
