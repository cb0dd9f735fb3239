import type { TextStore } from '../../browser/storage.ts';

/**
 * Notifies other tabs, and later pages, of purchases. It is a text next to the session's mirror
 * that changes with each step of a purchase, and contains no details of it. It exists under any
 * persistence, while there is a purchase.
 */
export interface PurchaseSignal {
  /** The present text. `null` without a known purchase. */
  readonly read: () => string | null;
  readonly notify: (text: string | null) => void;
}

export function createPurchaseSignal(
  openStore: (persistence: 'device') => TextStore,
  key: string,
): PurchaseSignal {
  const store = openStore('device');
  const name = `${key}|purchases`;
  return { read: () => store.get(name), notify: (text) => store.set(name, text) };
}
