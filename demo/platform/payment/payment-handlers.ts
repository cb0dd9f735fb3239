import type { Handler } from '../call.ts';
import { finishTransaction } from './finish-transaction.ts';
import { itemstate } from './itemstate.ts';
import { prepareTransaction } from './prepare-transaction.ts';

/** Who answers what under `/payment`. */
export const paymentHandlers: Readonly<Record<string, Handler>> = {
  'payment/itemstate': itemstate,
  'payment/preparetransaction': prepareTransaction,
  'payment/finishtransaction': finishTransaction,
};
