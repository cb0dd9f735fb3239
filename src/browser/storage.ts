export const storageScopes = ['device', 'tab', 'none'] as const;

/** Where the session is stored: on the device, in this tab, or not at all. */
export type StorageScope = (typeof storageScopes)[number];

/** A store of texts by name. It never throws: a text that cannot be stored is dropped. */
export interface TextStore {
  readonly get: (name: string) => string | null;
  /** `null` removes the entry. */
  readonly set: (name: string, value: string | null) => void;
}

/**
 * The synchronous store of a persistence. Blocked, full or absent storage behaves like an empty
 * store.
 */
export function openTextStore(persistence: StorageScope): TextStore {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      if (persistence === 'none') return null;
      return use(persistence === 'tab' ? sessionStorage : localStorage);
    } catch {
      return null; // blocked by the viewer, a sandbox without an origin, or full
    }
  };
  return {
    get: (name) => attempt((storage) => storage.getItem(name)),
    set: (name, value) =>
      void attempt((storage) =>
        value === null ? storage.removeItem(name) : storage.setItem(name, value),
      ),
  };
}

/** The time after which all tabs see a write, in ms. Storage events take 0.6, at most 3.4. */
export const tabNoticeMs = 25;
