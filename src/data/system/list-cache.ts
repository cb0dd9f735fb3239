import { createDurable } from '../../browser/durable.ts';
import { nothing } from '../../browser/nothing.ts';
import type { SessionContext } from '../../session/state/session-context.ts';
import { systemListsName } from '../../session/storage/stored-names.ts';

/** Lists that outlive the page, all in the language of one session. */
export interface ListCache {
  /** Returns a list that an earlier page has read within `staleTimeMs`. `undefined` without one. */
  readonly find: (name: string, staleTimeMs: number) => Promise<CachedList | undefined>;
  /**
   * Call it before a list is requested. The returned function stores the list, unless the language
   * has changed since. If that fails, the next page reads it again.
   */
  readonly beginKeeping: () => (name: string, result: unknown) => void;
}

/** A list as it was read, with its time in ms since 1970. */
export interface CachedList {
  readonly result: unknown;
  readonly readAt: number;
}

interface StoredLists {
  readonly language: string | null;
  readonly lists: Readonly<{ [name: string]: CachedList }>;
}

/** Stores lists on the device only while the session may be stored there. */
export function createListCache(
  { browser, settings, $session }: SessionContext,
  isKept: () => boolean,
): ListCache {
  const durable = createDurable<StoredLists>(browser, systemListsName(settings.key));
  const { clock } = browser;
  return {
    async find(name, staleTimeMs) {
      if (!isKept()) return undefined;
      const record = await durable.read().catch(() => undefined);
      const cached = record?.lists?.[name];
      const { language } = $session.get();
      const age = clock.now() - (cached?.readAt ?? NaN);
      return age >= 0 && age < staleTimeMs && (!language || record?.language === language)
        ? cached
        : undefined;
    },
    beginKeeping() {
      const { language } = $session.get();
      return (name, result) => {
        const list: CachedList = { result, readAt: clock.now() };
        if (!isKept() || $session.get().language !== language) return;
        durable
          .update((record) => {
            if (!isKept()) return record; // consent was withdrawn while the database was busy
            const lists = { ...(record?.language === language && record.lists), [name]: list };
            return { language, lists };
          })
          .catch(nothing);
      };
    },
  };
}
