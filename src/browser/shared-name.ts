const locksOf = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/** How many tabs share a name. Absent where the browser has no locks. */
export interface SharedName {
  readonly countTabs: () => Promise<number | undefined>;
  readonly leave: () => void;
}

/** Shares a name with other tabs of the same origin, until `leave` is called. */
export function shareName(name: string): SharedName {
  const end = new AbortController();
  locksOf()
    ?.request(name, { mode: 'shared' }, () => untilAborted(end.signal))
    .catch(() => {}); // refused in a sandbox without an origin
  return {
    async countTabs() {
      const { held } = (await locksOf()?.query()) ?? {};
      return held?.filter((lock) => lock.name === name).length;
    },
    leave: () => end.abort(),
  };
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
