import { NetworkError } from '../../errors/network-error.ts';

/** One request to the platform, and its answer. */
export interface Exchange {
  /** What was asked, as `session/init`. */
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a check asks the platform. */
export interface LiveRequest {
  readonly name: string;
  /** Default: the name. */
  readonly path?: string;
  /** Default POST. */
  readonly method?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests one after another, and keeps each with its answer. */
export interface Wire {
  /** @throws {NetworkError} `network`, when there is no answer within 15 s. */
  send(request: LiveRequest): Promise<Exchange>;
  readonly exchanges: readonly Exchange[];
}

const deadlineMs = 15_000;

/** `common`: headers of each request. */
export function createWire(baseUrl: string, common: Readonly<Record<string, string>> = {}): Wire {
  const exchanges: Exchange[] = [];
  const root = baseUrl.replace(/\/+$/, '');
  return {
    exchanges,
    async send({ name, path = `/${name}`, method = 'POST', query = {}, body, headers = {} }) {
      const search = new URLSearchParams(query).toString();
      const url = `${root}${path}${search && `?${search}`}`;
      const requestBody = body ? new URLSearchParams(body).toString() : '';
      const requestHeaders = {
        ...common,
        ...(body && { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
        ...headers,
      };
      const { response, text } = await fetchText(url, {
        method,
        headers: requestHeaders,
        redirect: 'manual',
        signal: AbortSignal.timeout(deadlineMs),
        ...(requestBody && { body: requestBody }),
      });
      const exchange: Exchange = {
        name,
        method,
        url,
        requestHeaders,
        requestBody,
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text,
      };
      exchanges.push(exchange);
      return exchange;
    },
  };
}

async function fetchText(
  url: string,
  options: RequestInit,
): Promise<{ readonly response: Response; readonly text: string }> {
  try {
    const response = await fetch(url, options);
    return { response, text: await response.text() };
  } catch (error) {
    throw new NetworkError(error);
  }
}
