// The entry of the chunk `operations`: what `loadOperations` loads. It has no code of its own.
export { buy, resumePurchase } from '../buy/buy.ts';
export { listOffers } from '../buy/list-offers.ts';
export { deleteFailedTransaction } from './delete-failed.ts';
export { erase } from './erase.ts';
export { explainPurchase } from './explain-purchase.ts';
export { operate, operations } from './operations.ts';
export { callRaw } from './raw.ts';
export { listReceipts, listSubscriptions } from './receipts.ts';
