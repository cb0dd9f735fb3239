import { createFetch } from 'ofetch';
import type { Browser } from '../browser/browser.ts';
import { AbortedError } from '../errors/aborted-error.ts';

/** An answer, with its complete text. */
export interface FetchedText {
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly text: string;
}

/** Makes one request. `begin` is called when it is sent, and its result with the status. */
export type FetchText = (
  url: string,
  options: RequestInit,
  begin: () => (status: number) => void,
) => Promise<FetchedText>;

/**
 * Creates requests by ofetch, whose interceptors write the call log. Its retry is off, because it
 * repeats a failed GET once. Its timeout is off, because it does not cover the body. The body is
 * read here, because ofetch accepts truncated JSON as text. `Accept` is the one of `fetch` itself:
 * ofetch would request JSON, but only with a body.
 */
export function createFetchText(browser: Pick<Browser, 'fetch'>): FetchText {
  const ofetch = createFetch({
    fetch: (...request) => browser.fetch(...request),
    defaults: {
      retry: false,
      responseType: 'stream',
      ignoreResponseError: true,
      headers: { Accept: '*/*' },
    },
  });
  return async (url, options, begin) => {
    let end = (_status: number): void => {};
    let text = '';
    const response = await ofetch.raw(url, {
      ...options,
      onRequest({ options: { signal } }) {
        // A page's own fetch may ignore the signal.
        if (signal?.aborted) throw new AbortedError([signal]);
        end = begin();
      },
      onRequestError: () => end(0),
      async onResponse({ response: { status }, response }) {
        text = await response.text().finally(() => end(status));
      },
    });
    return { response, text };
  };
}
