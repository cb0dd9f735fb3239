import type { Handler } from '../call.ts';
import { addExternalSubscription } from './add-external-subscription.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { finishTransaction } from './finish-transaction.ts';
import { itemstate } from './itemstate.ts';
import { prepareTransaction } from './prepare-transaction.ts';
import { redeemVoucher } from './redeem-voucher.ts';
import { upgradeSubscription } from './upgrade-subscription.ts';
import { verifyInAppTransaction } from './verify-in-app-transaction.ts';

/** Who answers what under `/payment`. */
export const paymentHandlers: Readonly<Record<string, Handler>> = {
  'payment/itemstate': itemstate,
  'payment/redeemvoucher': redeemVoucher,
  'payment/preparetransaction': prepareTransaction,
  'payment/finishtransaction': finishTransaction,
  'payment/verifyinapptransaction': verifyInAppTransaction,
  'payment/addexternalsubscription': addExternalSubscription,
  'payment/upgradesubscription': upgradeSubscription,
  'payment/cancelsubscription': cancelSubscription,
};
