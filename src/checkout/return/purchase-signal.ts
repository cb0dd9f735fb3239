import type { TextStore } from '../../browser/storage.ts';
import { purchaseSignalName } from '../../session/storage/stored-names.ts';

/**
 * Notifies other tabs, and later pages, of purchases. It is a text next to the session's mirror
 * that changes with each step of a purchase, and contains no details of it: the time at which
 * access was last granted, a colon, and a random token. It exists under any persistence, while
 * there is a purchase.
 */
export interface PurchaseSignal {
  /** The present text. `null` without a known purchase. */
  readonly read: () => string | null;
  /**
   * Notifies other tabs of a change. `grantedAt`: the time at which access was likely granted.
   * Without it, the last such time stays.
   */
  readonly notify: (token: string, grantedAt?: number) => void;
  /** Removes the text: there is no purchase any more. */
  readonly remove: () => void;
}

export function createPurchaseSignal(
  openStore: (persistence: 'device') => TextStore,
  key: string,
): PurchaseSignal {
  const store = openStore('device');
  const name = purchaseSignalName(key);
  const read = (): string | null => store.get(name);
  return {
    read,
    notify: (token, grantedAt) => store.set(name, `${grantedAt ?? grantedAtIn(read())}:${token}`),
    remove: () => store.set(name, null),
  };
}

/** The part of a signal that says when access was last granted. Empty before the first grant. */
export const grantedAtIn = (signal: string | null): string => signal?.split(':')[0] ?? '';
