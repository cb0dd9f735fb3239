import type { TextStore } from '../browser/storage.ts';

/**
 * What tells other tabs, and later pages, that something was bought: a text beside the session's mirror that changes with each step of a
 * purchase and says nothing of it. It is there under any persistence, as long as there is a purchase to know of.
 */
export interface PurchaseBell {
  /** The present text; `null` when nothing is known to have been bought. */
  readonly heard: () => string | null;
  readonly ring: (text: string | null) => void;
}

export function createPurchaseBell(textStore: (persistence: 'device') => TextStore, key: string): PurchaseBell {
  const store = textStore('device');
  const name = `${key}|purchases`;
  return { heard: () => store.get(name), ring: (text) => store.set(name, text) };
}
