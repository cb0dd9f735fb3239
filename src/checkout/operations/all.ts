// The operations that checkout loads late, in one chunk.
export { buy } from '../buy/buy.ts';
export { deleteFailedTransaction } from './delete-failed.ts';
export { erase } from './erase.ts';
export { explainPurchase } from './explain-purchase.ts';
export { listOffers } from '../buy/list-offers.ts';
export { operate, operations } from './operations.ts';
export { callRaw } from './raw.ts';
export { listReceipts, listSubscriptions } from './receipts.ts';
