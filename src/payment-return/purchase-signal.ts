import type { TextStore } from '../browser/storage.ts';

/**
 * What tells other tabs, and later pages, that something was bought: a text beside the session's
 * mirror that changes with each step of a purchase and says nothing of it. It is there under any
 * persistence, as long as there is a purchase to know of.
 */
export interface PurchaseSignal {
  /** The present text; `null` when nothing is known to have been bought. */
  readonly read: () => string | null;
  readonly notify: (text: string | null) => void;
}

export function createPurchaseSignal(
  textStore: (persistence: 'device') => TextStore,
  key: string,
): PurchaseSignal {
  const store = textStore('device');
  const name = `${key}|purchases`;
  return { read: () => store.get(name), notify: (text) => store.set(name, text) };
}
