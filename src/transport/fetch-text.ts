import { createFetch } from 'ofetch';
import type { CallLog } from './call-log.ts';

/** An answer, and its text read to the end. */
export interface FetchedText {
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly text: string;
}

/** Makes one request, for the endpoint with that id. */
export type FetchText = (id: string, url: string, options: RequestInit) => Promise<FetchedText>;

/**
 * One request by ofetch, whose interceptors write the call log. Its retry is off, since it repeats
 * a failed GET once. Its timeout is off, since it does not cover the body. The body is read here as
 * text, since ofetch takes JSON that was cut short for text. `Accept` is what `fetch` itself says:
 * ofetch would ask for JSON, but only beside a body.
 */
export function createFetchText(fetch: typeof globalThis.fetch, log: CallLog): FetchText {
  const ofetch = createFetch({
    fetch,
    defaults: {
      retry: false,
      responseType: 'stream',
      ignoreResponseError: true,
      headers: { Accept: '*/*' },
    },
  });
  return async (id, url, options) => {
    let end = (_status: number): void => {};
    let text = '';
    const response = await ofetch.raw(url, {
      ...options,
      onRequest({ options: { signal } }) {
        if (!signal?.aborted) end = log.begin(id); // else nothing is sent
      },
      onRequestError: () => end(0),
      async onResponse({ response: { status }, response }) {
        text = await response.text().finally(() => end(status));
      },
    });
    return { response, text };
  };
}
