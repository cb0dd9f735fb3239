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

export interface ProbeRequest {
  readonly name: string;
  /** Default POST. */
  readonly method?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests one after another, and keeps each with its answer. */
export interface Wire {
  /** @throws {Error} where there is no answer */
  send(request: ProbeRequest): Promise<Exchange>;
  readonly exchanges: readonly Exchange[];
}

/** The page that the requests seem to come from. */
export const probeOrigin = 'https://usher-probe.example';
const deadlineMs = 15_000;

export function createWire(baseUrl: string): Wire {
  const exchanges: Exchange[] = [];
  const root = baseUrl.replace(/\/+$/, '');
  return {
    exchanges,
    async send({ name, method = 'POST', query = {}, body, headers = {} }) {
      const search = new URLSearchParams(query).toString();
      const url = `${root}/${name}${search && `?${search}`}`;
      const requestBody = body ? new URLSearchParams(body).toString() : '';
      const requestHeaders = {
        Origin: probeOrigin,
        ...(body && { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
        ...headers,
      };
      const response = await fetch(url, {
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
        text: await response.text(),
      };
      exchanges.push(exchange);
      return exchange;
    },
  };
}
