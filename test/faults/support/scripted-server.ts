import { createArrivals, type Arrival, type Arrivals } from './arrivals.ts';
import { headersOf, listenOnLoopback, readText } from './loopback.ts';

/** An answer of the server: the platform's envelope, or any text. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Gives an answer; a pending promise delays it. */
export type Reply = (arrival: Arrival) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedServer {
  readonly url: string;
  readonly arrivals: Arrivals;
  /** Sets how an endpoint answers from now on. */
  readonly script: (id: string, reply: Reply) => void;
  /** Delays an endpoint from now on, with any answer. */
  readonly slow: (id: string, ms: number) => void;
  /** The sessions of all inits, in order. */
  readonly sessions: readonly string[];
  /** Answers calls with this session with 401 from now on. */
  readonly expire: (session: string) => void;
  readonly close: () => Promise<void>;
}

/** An answer in the platform's envelope. */
export function answer(
  result: unknown,
  status = 200,
  more: { readonly metadata?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): ScriptedAnswer {
  return {
    status,
    headers: more.headers ?? {},
    body: JSON.stringify({ metadata: { status, apiversion: '3.1', ...more.metadata }, result }),
  };
}

export const refusal = (
  status: number,
  errorhint: string,
  headers: Readonly<Record<string, string>> = {},
): ScriptedAnswer => answer({}, status, { metadata: { errorhint }, headers });

/** The result of init. */
export function initResult(cid: unknown, general: object = {}, more: object = {}): object {
  return {
    general: {
      cid,
      isNewSession: 1,
      clid: 741,
      uid: 0,
      geocode: 'DE',
      gateway: 'desktop',
      language: 'de',
      ...general,
    },
    device: { id: 'd', ip: '127.0.0.1' },
    system: { clientstatus: 'ok' },
    ...more,
  };
}

/** The result of init for a logged-in viewer. */
export const userResult = (cid: unknown, uid = 17): object =>
  initResult(cid, { uid }, { userdata: { uid, username: 'ada', userhash: `hash-of-${uid}` } });

export const itemState = (more: object = {}): object => ({
  general: {
    item: 7,
    streamtype: 'video',
    isPay: 0,
    canPlay: 1,
    reason: 'free',
    validUntil: 0,
    performed: 0,
    offers: [],
    ...more,
  },
});

const weather = { general: { temperature: 7.5, unit: 'c', code: 'cloudy', text: 'Cloudy' } };
const staticDetails = {
  general: { geocode: 'DE', gateway: 'desktop', language: 'de' },
  device: {},
  system: { reporttoken: 't' },
};
const cors = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
const firstSession = 3154455148505954051n;

/**
 * A server whose every answer a test decides. By default each init gives a new session, and other
 * calls are answered like by a healthy platform.
 */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const arrivals = createArrivals();
  const sessions: string[] = [];
  const expired = new Set<string>();
  const delays = new Map<string, number>();
  const replies = new Map<string, Reply>([
    [
      'session/init',
      () =>
        answer(
          initResult(sessions[sessions.push(String(firstSession + BigInt(sessions.length))) - 1]),
        ),
    ],
    ['session/login', ({ session }) => answer(userResult(session))],
    ['session/keepalive', () => answer({ status: 'ok' })],
    ['session/logout', () => answer({ status: 'ok' })],
    ['session/staticdetails', () => answer(staticDetails)],
    ['session/currentweather', () => answer(weather)],
    ['payment/itemstate', () => answer(itemState())],
  ]);
  const reply = async (arrival: Arrival): Promise<ScriptedAnswer> => {
    const delayMs = delays.get(arrival.id);
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (arrival.session && expired.has(arrival.session)) {
      return refusal(401, 'the session has expired');
    }
    return (replies.get(arrival.id) ?? (() => refusal(404, 'there is no such endpoint')))(arrival);
  };
  const loopback = await listenOnLoopback((request, response) => {
    const { method = 'GET', url = '/' } = request;
    response.on('close', () => {
      if (arrival) arrival.endedAt = Date.now();
    });
    let arrival: Arrival | undefined;
    if (method === 'OPTIONS') {
      const asked = String(request.headers['access-control-request-headers'] ?? '');
      response
        .writeHead(204, {
          ...cors,
          'access-control-allow-headers': asked,
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-max-age': '7200',
        })
        .end();
      return;
    }
    void readText(request).then(async (text) => {
      arrival = arrivals.add({ method, url, headers: headersOf(request), text });
      const { status, headers, body } = await reply(arrival);
      arrival.status = status;
      response.writeHead(status, { ...cors, ...headers }).end(body);
    });
  });
  return {
    url: loopback.url,
    arrivals,
    script: (id, next) => void replies.set(id, next),
    slow: (id, ms) => void delays.set(id, ms),
    sessions,
    expire: (session) => void expired.add(session),
    close: loopback.stop,
  };
}

/** A reply that waits until it is released. */
export function heldReply(reply: Reply): {
  readonly reply: Reply;
  readonly waiting: () => number;
  readonly release: () => void;
} {
  let waiting = 0;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    async reply(arrival) {
      waiting++;
      await opened;
      return reply(arrival);
    },
    waiting: () => waiting,
    release: () => open(),
  };
}
