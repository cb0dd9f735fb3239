import { createFetch } from 'ofetch';

/** An answer, and its text read to the end. */
export interface FetchedText {
  readonly response: Pick<Response, 'status' | 'headers'>;
  readonly text: string;
}

export type FetchText = (url: string, options: RequestInit) => Promise<FetchedText>;

/** One request by ofetch, with all that it would do beside it switched off. The build for pages has a plain fetch here. */
export function createFetchText(fetch: typeof globalThis.fetch): FetchText {
  const ofetch = createFetch({ fetch, defaults: { retry: false, responseType: 'text', ignoreResponseError: true } });
  return async (url, options) => {
    const response = await ofetch.raw(url, options);
    return { response, text: response._data ?? '' };
  };
}
