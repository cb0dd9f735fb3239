import type { Domain, UsherCallback, UsherQueue } from '../api/usher-queue.ts';
import type { Usher } from '../api/usher.ts';
import { noteForDebug } from '../browser/debug-notes.ts';
import { callSafely } from '../browser/report-error.ts';
import type { UsherError } from '../errors/usher-error.ts';

/** The queue with its operations for script tags. */
export interface TagQueue extends UsherQueue {
  readonly add: (domain: string | undefined, usher: Usher) => void;
  /** Reports why a tag has no runtime: in `error`, and by the event `usher-error` of the window. */
  readonly fail: (domain: string | undefined, error: UsherError) => void;
  error?: UsherError;
}

/**
 * Creates the queue of a page, from what the page has pushed into its array: callbacks, each with
 * its domain before it when the page has named one. All are kept by the text of their domain:
 * without one it is `undefined`.
 */
export function createTagQueue(pushed: readonly unknown[], mainDomain?: string): TagQueue {
  const runtimes: Record<string, Usher> = {};
  const errors: Record<string, UsherError> = {};
  const waiting: [string, UsherCallback][] = [];
  const rejects: [string, (error: UsherError) => void][] = [];
  const queue: TagQueue = {
    push(...given) {
      const callback = given.pop() as UsherCallback;
      const domain = String(given[0] ?? mainDomain);
      const usher = runtimes[domain];
      if (usher) callSafely(() => callback(usher));
      else waiting.push([domain, callback]);
    },
    ready: (given = mainDomain) =>
      new Promise((resolve, reject) => {
        const domain = String(given);
        queue.push(domain, resolve);
        if (errors[domain]) reject(errors[domain]);
        else rejects.push([domain, reject]);
      }),
    for: (domain) => runtimes[domain],
    add(domain, usher) {
      runtimes[String(domain)] = usher;
      for (const each of waiting.splice(0)) queue.push(...each); // those of others wait again
    },
    fail(domain, error) {
      errors[String(domain)] = error;
      queue.error = error;
      for (const [wanted, reject] of rejects) {
        if (wanted === String(domain)) reject(error);
      }
      noteForDebug('error', error);
      dispatchEvent(new CustomEvent('usher-error', { detail: error }));
    },
  };
  pushAll(queue, pushed);
  return queue;
}

function pushAll(queue: TagQueue, pushed: readonly unknown[]): void {
  let domain: unknown;
  for (const one of pushed) {
    if (typeof one === 'function') queue.push(domain as Domain, one as UsherCallback);
    domain = typeof one === 'number' || typeof one === 'string' ? one : undefined;
  }
}
