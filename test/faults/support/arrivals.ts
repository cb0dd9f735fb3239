/** A request at the platform. */
export interface Arrival {
  /** When it arrived, in ms of the machine's clock. */
  readonly at: number;
  readonly method: string;
  /**
   * Area and name with further segments, as `session/init`: the path without version and domain.
   */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** The session of the request. */
  readonly session: string | undefined;
  /** The status of the answer; absent before the answer, or when the fault left none. */
  status?: number;
  /** When the answer, or the fault, was complete. */
  endedAt?: number;
}

/** The requests at the platform, in order, without preflights. */
export interface Arrivals {
  readonly all: readonly Arrival[];
  /** The requests to an endpoint, as `session/init`, or to an area, as `session/`. */
  readonly of: (id: string) => readonly Arrival[];
  readonly add: (
    request: Pick<Arrival, 'method' | 'headers'> & { readonly url: string; readonly text: string },
  ) => Arrival;
}

/** `/v3.1/741/session/init?a=1` is `session/init`. */
export function endpointOf(url: string): string {
  return new URL(url, 'http://any').pathname.replace(/^\/v3\.1\/(\d+\/)?/, '');
}

export function createArrivals(): Arrivals {
  const all: Arrival[] = [];
  return {
    all,
    of: (id) =>
      all.filter((arrival) => arrival.id === id || (id.endsWith('/') && arrival.id.startsWith(id))),
    add({ method, url, headers, text }) {
      const arrival: Arrival = {
        at: Date.now(),
        method,
        id: endpointOf(url),
        query: new URL(url, 'http://any').searchParams,
        body: new URLSearchParams(text),
        headers,
        session: headers['x-request-cid'],
      };
      if (method !== 'OPTIONS') all.push(arrival);
      return arrival;
    },
  };
}

/** The maximum number of these under way at the same time. */
export function mostAtOnce(arrivals: readonly Arrival[]): number {
  const overlaps = arrivals.map(
    ({ at }) =>
      arrivals.filter((other) => other.at <= at && (other.endedAt ?? Infinity) > at).length,
  );
  return Math.max(0, ...overlaps);
}

/** How often each different query was sent. */
export function timesSent(arrivals: readonly Arrival[]): number[] {
  const queries = arrivals.map(({ query }) => String(query));
  return [...new Set(queries)].map((one) => queries.filter((query) => query === one).length);
}

/** Whether an item state was requested with a purchase. */
export const performs = ({ query, body }: Arrival): boolean =>
  (query.get('performTransactionIfPossible') ?? body.get('performTransactionIfPossible')) === '1';
