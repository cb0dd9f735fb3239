export const persistences = ['device', 'tab', 'none'] as const;

/** How long what is kept outlives the page: on the device, in this tab, or not at all. */
export type Persistence = (typeof persistences)[number];

/** A place for texts by name. It never throws: what cannot be kept is forgotten. */
export interface TextStore {
  readonly get: (name: string) => string | null;
  /** `null` removes it. */
  readonly set: (name: string, value: string | null) => void;
}

/**
 * The synchronous store of a persistence. Blocked, full or absent storage behaves like an empty
 * one.
 */
export function textStore(persistence: Persistence): TextStore {
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

/**
 * What a tab writes has reached all others by then, in ms: storage events take 0.6, 3.4 at most.
 */
export const tabNoticeMs = 25;
