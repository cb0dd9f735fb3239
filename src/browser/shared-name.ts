import { nothing } from './nothing.ts';

const locksOf = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

export interface SharedName {
  /** How many tabs share the name. `undefined` where the browser has no locks, or refuses them. */
  readonly countTabs: () => Promise<number | undefined>;
  readonly leave: () => void;
}

/** Shares a name with other tabs of the same origin, until `leave` is called. */
export function shareName(name: string): SharedName {
  const end = new AbortController();
  locksOf()
    ?.request(name, { mode: 'shared' }, () => untilAborted(end.signal))
    .catch(nothing); // refused in a sandbox without an origin
  return {
    async countTabs() {
      const { held } = (await locksOf()?.query().catch(nothing)) ?? {};
      return held?.filter((lock) => lock.name === name).length;
    },
    leave: () => end.abort(),
  };
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
