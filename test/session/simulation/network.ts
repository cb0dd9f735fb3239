import { between } from './chance.ts';
import { addFault, setFault } from './history.ts';
import type { History, Sent } from './history.ts';
import type { Platform, Reply } from './platform.ts';
import type { Owner, VirtualTime } from './virtual-time.ts';

/**
 * `refuses`: requests fail. `silent`: no answer and no error comes. `slow`: answers take about the
 * deadline of a request.
 */
export type NetworkMood = 'up' | 'refuses' | 'silent' | 'slow';

/**
 * What goes wrong with the next answers: lost on the way, refused by the platform, or not from the
 * platform. A `dropped` request never reaches the platform. A `late` answer comes after the
 * deadline.
 */
export type Mishap =
  | 'lost'
  | 'unanswered'
  | 'stalls'
  | 'dropped'
  | 'late'
  | '401'
  | '500'
  | '503'
  | 'html'
  | 'forbidden';

/** The network between the tabs and the platform. */
export interface Network {
  readonly fetchFor: (owner: Owner, tab: string) => typeof fetch;
  readonly behave: (mood: NetworkMood) => void;
  /** `only`: the endpoint whose requests are affected. */
  readonly mishap: (kind: Mishap, count: number, only?: string) => void;
  readonly heal: () => void;
  /** The machine has slept, so connections are broken. */
  readonly breakOff: () => void;
}

interface Parts {
  readonly time: VirtualTime;
  readonly chance: () => number;
  readonly history: History;
  readonly platform: Platform;
  readonly baseUrl: string;
  /** World time in ms. */
  readonly worldNow: () => number;
}

interface Trip {
  readonly sent: Sent;
  readonly owner: Owner;
  readonly deliver: (reply: Reply, stalls: boolean) => void;
  readonly fail: () => void;
}

const replies: Readonly<Partial<Record<Mishap, Reply>>> = {
  401: { status: 401, text: '{"metadata":{"status":401,"errorhint":"who are you?"}}' },
  500: { status: 500, text: '{"metadata":{"status":500,"errorhint":"out of order"}}' },
  503: { status: 503, text: 'busy' },
  html: { status: 200, text: '<!doctype html><title>Welcome to this hotel</title>' },
  forbidden: { status: 403, text: '{"metadata":{"status":403,"errorhint":"not allowed"}}' },
};

export function createNetwork(parts: Parts): Network {
  const { time, chance, history, platform, worldNow } = parts;
  const flying = new Set<Trip>();
  const mishaps: { readonly kind: Mishap; readonly only: string | undefined }[] = [];
  let mood: NetworkMood = 'up';
  const note = (): void =>
    setFault(history, 'network', mood !== 'up' || mishaps.length > 0, worldNow());
  const trip = (): number =>
    mood === 'slow' ? between(chance, 500, 9000) : between(chance, 5, 150);
  const meets = (id: string): Mishap | undefined => {
    const index = mishaps.findIndex(({ only }) => only === undefined || only === id);
    return index < 0 ? undefined : mishaps.splice(index, 1)[0]!.kind;
  };
  const arrive = (flight: Trip): void => {
    if (mood === 'silent') return;
    if (mood === 'refuses') return flight.fail();
    const { sent } = flight;
    const mishap = meets(sent.id);
    if (mishap) addFault(history, 'network', sent.at, worldNow());
    note();
    if (mishap === 'dropped') return flight.fail();
    const reply =
      (mishap && replies[mishap]) ??
      platform.answer({ id: sent.id, values: sent.values, session: sent.session }, worldNow());
    sent.arrivedAt = worldNow();
    sent.status = reply.status;
    sent.opened = /"cid":"(\d+)"/.exec(reply.text)?.[1];
    if (mishap === 'unanswered') return;
    time.schedule(trip() + (mishap === 'late' ? between(chance, 5000, 40_000) : 0), () => {
      if (mishap === 'lost' || mood === 'refuses') flight.fail();
      else if (mood !== 'silent') flight.deliver(reply, mishap === 'stalls');
    });
  };
  const send = (flight: Trip): void => {
    flying.add(flight);
    time.schedule(trip(), () => {
      if (flying.has(flight)) arrive(flight);
    });
  };
  return {
    fetchFor: (owner, tab) =>
      ((url: string, init: RequestInit = {}) =>
        new Promise((resolve, reject) => {
          if (init.signal?.aborted) return reject(abortError());
          const sent = read(tab, url, init, parts);
          history.sent.push(sent);
          const end = (then: () => void): void => {
            if (!flying.delete(flight)) return;
            sent.endedAt = worldNow();
            time.schedule(0, then, owner);
          };
          const flight: Trip = {
            sent,
            owner,
            deliver: (reply, stalls) =>
              end(() => {
                // A frozen page may have aborted it first.
                sent.isHeard = !stalls && !init.signal?.aborted;
                resolve(responseOf(reply, stalls, init.signal));
              }),
            fail: () => end(() => reject(new TypeError('Failed to fetch'))),
          };
          init.signal?.addEventListener('abort', () => {
            if (flying.delete(flight)) sent.endedAt = worldNow();
            reject(abortError());
          });
          send(flight);
        })) as typeof fetch,
    behave(next) {
      mood = next;
      note();
    },
    mishap(kind, count, only) {
      for (let index = 0; index < count; index++) mishaps.push({ kind, only });
      note();
    },
    heal() {
      mood = 'up';
      mishaps.length = 0;
      note();
    },
    breakOff() {
      for (const flight of flying) flight.fail();
    },
  };
}

const abortError = (): Error => new DOMException('The request was aborted', 'AbortError');

function read(
  tab: string,
  url: string,
  { body, headers }: RequestInit,
  { baseUrl, worldNow }: Parts,
): Sent {
  const { pathname, search } = new URL(url);
  const values = new URLSearchParams(`${search.slice(1)}&${(body as string | undefined) ?? ''}`);
  return {
    tab,
    id: pathname.slice(new URL(baseUrl).pathname.length + 1),
    values,
    session: new Headers(headers).get('X-Request-CID'),
    at: worldNow(),
  };
}

/** The part of a response that the runtime reads. */
function responseOf(
  { status, text }: Reply,
  stalls: boolean,
  signal: AbortSignal | null | undefined,
): Response {
  const readText = (): Promise<string> =>
    stalls
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(abortError())))
      : Promise.resolve(text);
  return {
    status,
    ok: status < 400,
    headers: new Headers(),
    body: {},
    text: readText,
  } as unknown as Response;
}
