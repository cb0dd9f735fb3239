/** The entries of a tab's sessionStorage, and what they were before. */
export interface TabStorage extends Map<string, string> {
  /** The browser was killed, and restores the tab as it was `ms` ago. `Infinity`: it does not. */
  readonly lose: (ms: number) => void;
}

/** Creates the sessionStorage of a tab. A duplicated tab begins with the entries of another one. */
export function createTabStorage(
  now: () => number,
  entries: ReadonlyMap<string, string> = new Map(),
): TabStorage {
  const history: { at: number; before: ReadonlyMap<string, string> }[] = [];
  const storage = new Map(entries);
  const note = (): void => void history.push({ at: now(), before: new Map(storage) });
  return Object.assign(storage, {
    set(name: string, value: string) {
      note();
      return Map.prototype.set.call(storage, name, value) as typeof storage;
    },
    delete(name: string) {
      note();
      return Map.prototype.delete.call(storage, name);
    },
    lose(ms: number) {
      const left = ms < Infinity ? history.find(({ at }) => at > now() - ms)?.before : new Map();
      if (!left) return;
      storage.clear();
      for (const [name, value] of left) Map.prototype.set.call(storage, name, value);
    },
  });
}
