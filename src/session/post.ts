import type { Browser } from '../browser/browser.ts';
import { requestInit } from '../browser/request-init.ts';

/** A request without an answer. */
interface Failed {
  readonly error: unknown;
  readonly timedOut: boolean;
}

/** The result of a request: status and text of the answer, or an error. */
export type Received = (
  { readonly status: number; readonly text: string; readonly retryAfter: string | null } | Failed
) & {
  /** Wall time in ms. */
  readonly endedAt: number;
};

/** A request that was sent. */
export interface SentPost {
  /** It never rejects. */
  readonly received: Promise<Received>;
  /** Cancels the request. */
  readonly cancel: () => void;
}

/** How long an answer may take, in ms. */
const deadlineMs = 10_000;

/** Sends a POST in the present task. With `more`, it has further options of `fetch`. */
export function post(
  url: string,
  body: string,
  { fetch, clock }: Browser,
  headers: Readonly<Record<string, string>> = {},
  more?: RequestInit,
): SentPost {
  const abort = new AbortController();
  const { signal } = abort;
  const cancel = (): void => abort.abort();
  // Inside a promise, because a page's own fetch may throw synchronously.
  const answered = new Promise<Response>((resolve) =>
    resolve(fetch(url, { ...requestInit('POST', headers, body, signal), ...more })),
  )
    .then(async (response) => ({
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    }))
    .catch((error: unknown): Failed => ({ error, timedOut: signal.aborted }));
  const stop = clock.after(deadlineMs, cancel);
  // A page's own fetch may ignore the signal.
  const aborted = new Promise<Failed>((resolve) => {
    signal.addEventListener('abort', () => resolve({ error: undefined, timedOut: true }));
  });
  const received = Promise.race([answered, aborted])
    .then((received) => ({ ...received, endedAt: clock.now() }))
    .finally(stop);
  return { received, cancel };
}
