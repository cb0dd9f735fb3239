import {
  request as sendRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { createArrivals, endpointOf, type Arrival, type Arrivals } from './arrivals.ts';
import { headersOf, listenOnLoopback, readText } from './loopback.ts';

/** A fault of a request, or of its answer. */
export type Fault =
  /** The answer is late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /**
   * The answer's body ends after this number of bytes. `announced`: with its full length in the
   * header, so that the browser can notice.
   */
  | { readonly kind: 'cut'; readonly bytes: number; readonly announced?: boolean }
  /** The head and this number of bytes of the body come, then nothing more. */
  | { readonly kind: 'stall'; readonly bytes: number }
  /** RST: `unread` before the platform sees the request, `read` after it has answered. */
  | { readonly kind: 'reset'; readonly when: 'unread' | 'read' }
  /** Accepted and never answered. The platform does not receive it. */
  | { readonly kind: 'drop' }
  /** Answered by the platform, and held until it is released. */
  | { readonly kind: 'hold' }
  /** Another answer instead. The platform does not receive the request. */
  | {
      readonly kind: 'answer';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

export interface FaultProxy {
  /** The platform's address, through the proxy. */
  readonly url: string;
  readonly arrivals: Arrivals;
  /**
   * Sets a fault, for ever or `times` times, for an endpoint (`session/init`, or `session/` for an
   * area, or `` for all).
   */
  readonly inject: (id: string, fault: Fault, times?: number) => void;
  /** Answers that are held back, in the order of their arrival. */
  readonly held: readonly Arrival[];
  /** Releases held answers: all, or those of the given places in the given order. */
  readonly release: (order?: readonly number[]) => Promise<void>;
  /** Ends all faults, and releases held answers. */
  readonly heal: () => Promise<void>;
  /** The proxy stops listening, so connections are refused. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Rule {
  readonly id: string;
  readonly fault: Fault;
  times: number;
}

interface Held {
  readonly arrival: Arrival;
  readonly send: () => Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/**
 * The proxy between browser and platform. Every connection carries one request: on a used
 * connection a browser itself repeats a reset request.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const arrivals = createArrivals();
  let rules: Rule[] = [];
  const held: Held[] = [];
  const take = (method: string, url: string): Fault | undefined => {
    const id = endpointOf(url);
    const rule =
      method === 'OPTIONS'
        ? undefined
        : rules.find(
            (one) =>
              one.times > 0 &&
              (one.id === id || ((one.id === '' || one.id.endsWith('/')) && id.startsWith(one.id))),
          );
    if (rule) rule.times--;
    return rule?.fault;
  };
  const loopback = await listenOnLoopback(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = request;
    const text = await readText(request);
    const fault = take(method, url);
    const arrival = arrivals.add({ method, url, headers: headersOf(request), text });
    response.on('close', () => {
      arrival.endedAt = Date.now();
    });
    if (fault?.kind === 'drop') return;
    if (fault?.kind === 'reset' && fault.when === 'unread') return reset(request);
    const reply = fault?.kind === 'answer' ? standIn(fault) : await forward(target, request, text);
    arrival.status = reply.status;
    if (fault?.kind === 'hold') held.push({ arrival, send: () => write(response, reply) });
    else if (fault?.kind === 'reset') reset(request);
    else await write(response, reply, fault);
  };
  const release = async (
    order: readonly number[] = held.map((_, place) => place),
  ): Promise<void> => {
    const chosen = order.map((place) => held[place]!);
    for (const one of chosen) held.splice(held.indexOf(one), 1);
    for (const one of chosen) await one.send();
  };
  return {
    url: loopback.url,
    arrivals,
    inject: (id, fault, times = Infinity) => void rules.unshift({ id, fault, times }),
    get held() {
      return held.map(({ arrival }) => arrival);
    },
    release,
    async heal() {
      rules = [];
      await release();
    },
    down: loopback.stop,
    up: loopback.resume,
    close: loopback.stop,
  };
}

function reset({ socket }: IncomingMessage): void {
  socket.resetAndDestroy();
}

function standIn({
  status = 200,
  headers = {},
  body = '',
}: Extract<Fault, { kind: 'answer' }>): Reply {
  return {
    status,
    headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  };
}

function forward(target: string, request: IncomingMessage, text: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { host: _, connection: _connection, ...headers } = request.headers;
    const forwarded = sendRequest(
      target + request.url,
      { method: request.method, headers, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
        answer.on('error', reject);
      },
    );
    forwarded.on('error', reject);
    forwarded.end(text);
  });
}

async function write(
  response: ServerResponse,
  { status, headers, body }: Reply,
  fault?: Fault,
): Promise<void> {
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  const {
    'transfer-encoding': _,
    connection: _connection,
    'content-length': _length,
    ...rest
  } = headers;
  const unannounced = fault?.kind === 'cut' && !fault.announced;
  response.shouldKeepAlive = false;
  // The end of the connection ends the body.
  if (unannounced) response.useChunkedEncodingByDefault = false;
  response.writeHead(status, {
    ...rest,
    connection: 'close',
    ...(!unannounced && status !== 204 && { 'content-length': body.length }),
  });
  if (fault?.kind !== 'cut' && fault?.kind !== 'stall') return void response.end(body);
  const part = body.subarray(0, fault.bytes);
  if (fault.kind === 'stall') response.write(part);
  else if (unannounced) response.end(part);
  else response.write(part, () => response.destroy());
}
