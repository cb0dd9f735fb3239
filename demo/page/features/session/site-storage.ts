import { isRemembered } from './remember-choice.ts';

/** Before the names of all values, so that they can be told from those of the runtime. */
const prefix = 'lantern-row:kept:';

const chosenStorage = (): Storage => (isRemembered() ? localStorage : sessionStorage);

/** A value that the site itself notes of a viewer. */
export interface StoredValue<Value> {
  /** Nothing where none is written, or the browser blocks storage. */
  readonly read: () => Value | undefined;
  readonly write: (value: Value) => void;
}

/** Stores a value on the device where the viewer allows it, else for this tab. */
export const createStoredValue = <Value>(name: string): StoredValue<Value> => ({
  read() {
    try {
      const text = chosenStorage().getItem(prefix + name);
      // Only `write` below has written it.
      return text === null ? undefined : (JSON.parse(text) as Value);
    } catch {
      return undefined;
    }
  },
  write(value) {
    try {
      chosenStorage().setItem(prefix + name, JSON.stringify(value));
    } catch {
      // Blocked or full. The site works without it.
    }
  },
});

/** Removes all values, from the device and from this tab. */
export function clearStoredValues(): void {
  for (const storageOf of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = storageOf();
      const names = Object.keys(storage).filter((name) => name.startsWith(prefix));
      for (const name of names) storage.removeItem(name);
    } catch {
      // blocked
    }
  }
}
