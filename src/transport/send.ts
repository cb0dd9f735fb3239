import type { Browser } from '../browser/browser.ts';
import type { requestInit } from '../browser/request-init.ts';
import { NetworkError } from '../errors/network-error.ts';
import type { CallLog } from './call-log.ts';
import { createFetchText } from './fetch-text.ts';

export interface HttpRequest {
  /** The endpoint's id. */
  readonly id: string;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly reference?: string | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  /** The Retry-After header. `null` without one, or when CORS hides it. */
  readonly retryAfter: string | null;
}

/** Sends a request. `onSend` is called right before its bytes leave. */
export type Send = (
  request: HttpRequest,
  signal: AbortSignal,
  onSend?: () => void,
) => Promise<HttpResponse>;

/**
 * Makes one attempt. ofetch's own retry and timeout are off. Its errors never leave this file,
 * because their message contains the query. `send` rejects with a {NetworkError} without a complete
 * answer, and for a redirect.
 */
export function createSend(
  browser: Pick<Browser, 'fetch'>,
  init: typeof requestInit,
  log: CallLog,
): Send {
  const fetchText = createFetchText(browser);
  return async ({ id, url, method, headers, body, reference }, signal, onSend) => {
    try {
      // A logout arrives also when the page is left.
      const options = {
        ...init(method, headers, body, signal),
        keepalive: id === 'session/logout',
      };
      const { response, text } = await fetchText(url, options, () => {
        onSend?.();
        return log.begin(id, reference);
      });
      return { status: response.status, text, retryAfter: response.headers.get('Retry-After') };
    } catch {
      throw new NetworkError();
    }
  };
}
