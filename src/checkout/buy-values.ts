import type { PrepareValues } from './purchase/purchase-record.ts';

/** The values of a purchase: fields of `POST /payment/preparetransaction`, with these required. */
export type BuyValues = PrepareValues & {
  readonly operation: string;
  readonly amount: number;
  readonly currency: string;
  readonly provider: string;
};
