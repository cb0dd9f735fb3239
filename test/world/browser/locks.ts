/** The Web Locks of a device, as far as the runtime uses them: shared locks by name. */
export interface DeviceLocks {
  /** The `navigator.locks` of a page. */
  readonly open: (page: string) => object;
  readonly isHeldBy: (page: string) => boolean;
  /** A page that is gone holds nothing. */
  readonly release: (page: string) => void;
}

export function createDeviceLocks(): DeviceLocks {
  const held = new Set<{ readonly page: string; readonly name: string }>();
  return {
    open: (page) => ({
      async request(name: string, _options: object, run: () => Promise<unknown>) {
        const lock = { page, name };
        held.add(lock);
        try {
          return await run();
        } finally {
          held.delete(lock);
        }
      },
      query: async () => ({ held: [...held].map(({ name }) => ({ name })) }),
    }),
    isHeldBy: (page) => [...held].some((lock) => lock.page === page),
    release(page) {
      for (const lock of held) if (lock.page === page) held.delete(lock);
    },
  };
}
