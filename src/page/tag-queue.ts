import { throwLater } from '../browser/report-error.ts';
import type { Usher } from '../runtime.ts';

/** A function that a page pushes. It is called with the runtime. */
export type Callback = (usher: Usher) => void;

/**
 * The value of `window.usher` after a script tag has run. Before that, a page may make it an array.
 */
export interface TagQueue {
  /**
   * Calls back with the runtime of the first tag: at once if it exists, else in the order of the
   * calls.
   */
  readonly push: (callback: Callback) => void;
  /** Resolves with the same runtime. It stays pending when no tag could be started. */
  readonly ready: () => Promise<Usher>;
  /** The runtime of a domain, if it exists. */
  readonly for: (domain: number | string) => Usher | undefined;
  readonly add: (domain: string | undefined, usher: Usher) => void;
  /** Reports why a tag has no runtime: in `error`, and by the event `usher-error` of the window. */
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
      // An error of the page stops no other callback. Safari's `reportError` would hide its
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
