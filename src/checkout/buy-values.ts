import type { PrepareValues } from './purchase/purchase-record.ts';

/** What a page says to buy: fields of `POST /payment/preparetransaction`, these at least. */
export type BuyValues = PrepareValues & {
  readonly operation: string;
  readonly amount: number;
  readonly currency: string;
  readonly provider: string;
};
