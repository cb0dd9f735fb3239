import { throwLater } from '../browser/report-error.ts';
import type { Usher } from '../runtime.ts';

/** What a page pushes to be called with the runtime. */
export type Callback = (usher: Usher) => void;

/** What `window.usher` is once a script tag has run; before, a page may make it an array. */
export interface TagQueue {
  /**
   * Calls back with the runtime of the first tag: at once where it is there, else in the order of
   * the calls.
   */
  readonly push: (callback: Callback) => void;
  /** Resolves with the same runtime. It stays pending where no tag could be started. */
  readonly ready: () => Promise<Usher>;
  /** The runtime of a domain, where it is there. */
  readonly for: (domain: number | string) => Usher | undefined;
  readonly add: (domain: string | undefined, usher: Usher) => void;
  /** Says why a tag has no runtime: in `error`, and by the event `usher-error` of the window. */
  readonly fail: (error: Error & { readonly code?: string }) => void;
  error?: { readonly code: string; readonly message: string };
}

export function createTagQueue(waiting: Callback[]): TagQueue {
  const runtimes: Record<string, Usher> = {};
  let first: Usher | undefined;
  const run = (callback: Callback): void => {
    try {
      callback(first!);
    } catch (error) {
      // The page's own error stops no other callback. Safari's `reportError` would hide its
      // message.
      throwLater(error);
    }
  };
  const queue: TagQueue = {
    push: (callback) => void (first ? run(callback) : waiting.push(callback)),
    ready: () => new Promise((resolve) => queue.push(resolve)),
    for: (domain) => runtimes[domain],
    add(domain, usher) {
      runtimes[domain!] = usher;
      first ??= usher;
      waiting.splice(0).forEach(run);
    },
    fail({ code = 'unsupported', message }) {
      queue.error = { code, message };
      dispatchEvent(new CustomEvent('usher-error', { detail: queue.error }));
    },
  };
  return queue;
}
