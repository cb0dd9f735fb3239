import type { PurchaseState } from 'usher-runtime';

const settled: readonly PurchaseState['status'][] = ['granted', 'failed', 'abandoned', 'suspended'];

/** Whether a purchase has not come to its end yet. */
export const isOpenPurchase = ({ status }: Pick<PurchaseState, 'status'>): boolean =>
  !settled.includes(status);
