import './steerable-timers.ts';
import { createUsher } from '../../src/index.ts';
import type { Usher, UsherOptions } from '../../src/index.ts';

/** A request as it reached the platform. */
export interface Sent {
  /** Area and name, with further segments of the path, as `session/init`. */
  readonly id: string;
  readonly method: string;
  /** Without `?`. */
  readonly query: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What `fetch` was given. */
  readonly init: RequestInit;
  /** The clock of the page. */
  readonly at: number;
}

export type Reply = (sent: Sent) => Response | Promise<Response>;

/** An answer in the platform's envelope. */
export function answer(
  result: unknown,
  status = 200,
  more: { metadata?: object; paging?: object } = {},
): Response {
  const metadata = { status, apiversion: '3.1', ...more.metadata };
  return new Response(
    JSON.stringify({ metadata, result, ...(more.paging && { paging: more.paging }) }),
    { status },
  );
}

export const refusal = (status: number, errorhint: string): Response =>
  answer({}, status, { metadata: { errorhint } });
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

export const firstSession = '3154455148505954051';

/** What init and login answer with. */
export function sessionResult(
  cid: unknown = firstSession,
  more: object = {},
  general: object = {},
): object {
  return {
    general: {
      cid,
      isNewSession: 1,
      clid: 741,
      uid: 0,
      geocode: 'DE',
      latitude: '48.1',
      longitude: '11.6',
      gateway: 'desktop',
      language: 'de',
      ...general,
    },
    device: { id: 'd', ip: '127.0.0.1' },
    system: { clientstatus: 'ok' },
    ...more,
  };
}

/** The same of a viewer who is logged in. */
export const userResult = (uid = 17, cid: unknown = firstSession): object =>
  sessionResult(cid, { userdata: { uid, username: 'ada', userhash: `hash-of-${uid}` } }, { uid });

const granted = {
  general: {
    item: 7,
    streamtype: 'video',
    isPay: 0,
    canPlay: 1,
    reason: 'free',
    validUntil: 0,
    performed: 0,
    offers: [],
  },
};

export interface ScriptedPlatform {
  readonly baseUrl: string;
  readonly sent: readonly Sent[];
  readonly to: (id: string) => readonly Sent[];
  /** From now on, how an endpoint answers. */
  readonly script: (id: string, reply: Reply) => void;
  /** A runtime on the present page. */
  readonly usher: (options?: Partial<UsherOptions>) => Usher;
  /** The viewer goes to the next page: the runtime of this one is gone, what is kept is kept. */
  readonly nextPage: (options?: Partial<UsherOptions>) => Usher;
  /** What is kept of this platform, as one text; empty when nothing is. */
  readonly kept: (storage: Storage) => string;
  readonly close: () => void;
}

let made = 0;

/**
 * An origin whose every answer a test decides, in the place of the network. Each has an address of
 * its own.
 */
export function scriptPlatform(): ScriptedPlatform {
  const baseUrl = `https://scripted-${++made}.test/v3.1/741`;
  const realFetch = globalThis.fetch;
  const sent: Sent[] = [];
  const ushers: Usher[] = [];
  const replies = new Map<string, Reply>([
    ['session/init', () => answer(sessionResult())],
    ['session/login', () => answer(userResult())],
    ['session/keepalive', () => answer({ status: 'ok' })],
    ['session/logout', () => answer({ status: 'ok' })],
    ['payment/itemstate', () => answer(granted)],
  ]);
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (!url.startsWith(baseUrl)) return realFetch(url, init);
    const { pathname, search } = new URL(url);
    const request: Sent = {
      id: pathname.slice('/v3.1/741/'.length),
      method: init.method ?? 'GET',
      query: search.slice(1),
      body: (init.body as string | undefined) ?? '',
      headers: Object.fromEntries(new Headers(init.headers)),
      init,
      at: Date.now(),
    };
    init.signal?.throwIfAborted();
    sent.push(request);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () =>
        reject(new DOMException('aborted', 'AbortError')),
      );
    });
    const reply = replies.get(request.id) ?? (() => refusal(404, 'there is no such endpoint'));
    return Promise.race([aborted, reply(request)]);
  };
  globalThis.fetch = fetch as typeof globalThis.fetch;
  const usher: ScriptedPlatform['usher'] = (options) => {
    const one = createUsher({ baseUrl, ...options });
    ushers.push(one);
    return one;
  };
  const names = (storage: Storage): string[] =>
    Object.keys(storage).filter((name) => name.includes(baseUrl));
  return {
    baseUrl,
    sent,
    to: (id) => sent.filter((one) => one.id === id),
    script: (id, reply) => void replies.set(id, reply),
    usher,
    nextPage(options) {
      for (const one of ushers.splice(0)) one.dispose();
      return usher(options);
    },
    kept: (storage) =>
      names(storage)
        .map((name) => `${name}=${storage.getItem(name)}`)
        .join('\n'),
    close() {
      for (const one of ushers) one.dispose();
      globalThis.fetch = realFetch;
      for (const storage of [localStorage, sessionStorage]) {
        for (const name of names(storage)) storage.removeItem(name);
      }
    },
  };
}
