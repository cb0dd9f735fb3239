import { between, type Chance } from './chance.ts';
import { addFault, noteSent, setFault, type Facts, type Fault, type SentRequest } from './facts.ts';
import type { WorldPlatform } from './platform.ts';
import type { Owner, VirtualTime } from './time.ts';
import type { Reply } from './wire.ts';

/** `silent`: no answer and no error comes. `slow`: answers take about the deadline of a request. */
export type NetworkMood = 'up' | 'refuses' | 'silent' | 'slow';

/** What goes wrong with one request. */
export const mishaps = [
  'lost on the way there',
  'lost on the way back',
  'never answered',
  'cut off',
  'late',
  'late on the way there',
  'answered twice',
  "in another's session",
  '401',
  '400 checkout session declined',
  '400 session unknown',
  '403',
  '429 for a minute',
  '500',
  '503 for ten minutes',
  '503 for five seconds',
  '503 of the session',
  'html',
] as const;

export type Mishap = (typeof mishaps)[number];

/** The network between the pages of a device and the platform. */
export interface DeviceNetwork {
  /** `shownUser` says whom the page shows when a request leaves. */
  readonly fetchFor: (
    owner: Owner,
    page: string,
    shownUser: () => string | null | undefined,
  ) => typeof fetch;
  readonly behave: (mood: NetworkMood) => void;
  /** `only`: the endpoint whose requests are affected. */
  readonly plan: (mishap: Mishap, count: number, only?: string) => void;
  readonly heal: () => void;
  /** The machine has slept, so connections are broken. */
  readonly breakOff: () => void;
  readonly isUp: () => boolean;
}

export interface NetworkParts {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly facts: Facts;
  readonly platform: WorldPlatform;
  readonly baseUrl: string;
  readonly device: number;
  readonly worldNow: () => number;
}

interface Flight {
  readonly sent: SentRequest;
  readonly deliver: (reply: Reply, isCutOff: boolean) => void;
  readonly fail: () => void;
}

const refusal = (status: number, hint: string, retryAfterSeconds?: number): Reply => ({
  status,
  text: JSON.stringify({ metadata: { status, errorhint: hint }, result: {} }),
  retryAfterSeconds,
});

const replies: Readonly<Partial<Record<Mishap, Reply>>> = {
  401: refusal(401, 'the session is unknown'),
  '400 checkout session declined': refusal(400, 'checkout session declined'),
  '400 session unknown': refusal(400, 'the session is unknown'),
  403: refusal(403, 'not allowed for viewer-ada'),
  '429 for a minute': refusal(429, 'too many requests', 60),
  500: refusal(500, 'out of order'),
  '503 for ten minutes': refusal(503, 'busy', 600),
  '503 for five seconds': refusal(503, 'busy', 5),
  '503 of the session': refusal(503, 'the session store is down'),
  html: { status: 200, text: '<!doctype html><title>Welcome to this hotel</title>' },
};

/** A request that waits somewhere longer than this is given up by every server on its way. */
const longestDelayMs = 9000;

export function createNetwork(parts: NetworkParts): DeviceNetwork {
  const { time, chance, facts, platform, worldNow, device } = parts;
  const flying = new Set<Flight>();
  const planned: { readonly mishap: Mishap; readonly only: string | undefined }[] = [];
  /** Sessions that have another user, and the fault that lasts until an answer says so. */
  const untold: { readonly session: string; readonly fault: Fault }[] = [];
  let mood: NetworkMood = 'up';
  const note = (): void =>
    setFault(facts, device, 'network', mood !== 'up' || planned.length > 0, worldNow());
  const tripMs = (): number =>
    mood === 'slow' ? between(chance, 500, longestDelayMs) : between(chance, 5, 150);
  const takeMishap = (id: string): Mishap | undefined => {
    const index = planned.findIndex(({ only }) => only === undefined || only === id);
    return index < 0 ? undefined : planned.splice(index, 1)[0]!.mishap;
  };

  const act = ({ sent }: Flight): Reply => {
    const reply = platform.answer(sent, worldNow());
    sent.arrivedAt = worldNow();
    sent.status = reply.status;
    sent.opened = openedBy(reply.text);
    sent.user = platform.userOf(sent.opened ?? sent.session);
    return reply;
  };

  /** Only the platform knows that the session has another user, until an answer says so. */
  const handOver = ({ session, values, at }: SentRequest): void => {
    const id = session ?? values.get('currentSession');
    const other = platform.userOf(id) === '900002' ? '900001' : '900002';
    if (!id || !platform.handSessionTo(other, worldNow(), id)) return;
    const fault: Fault = { kind: 'platform', device, from: at, to: Infinity };
    facts.faults.push(fault);
    untold.push({ session: id, fault });
  };

  /** An answer has named the user of a session, or the session that takes its place. */
  const hear = ({ session, values, opened }: SentRequest): void => {
    if (!opened) return;
    for (const one of untold) {
      const isOfIt = [opened, session, values.get('currentSession')].includes(one.session);
      if (isOfIt && one.fault.to === Infinity) one.fault.to = worldNow();
    }
  };

  const arrive = (flight: Flight, mishap: Mishap | undefined): void => {
    if (mood === 'silent') return;
    if (mood === 'refuses') return flight.fail();
    const { sent } = flight;
    if (mishap) addFault(facts, device, 'network', sent.at, worldNow());
    note();
    if (mishap === 'lost on the way there') return flight.fail();
    if (mishap === "in another's session") handOver(sent);
    const instead = mishap && replies[mishap];
    if (instead) {
      sent.arrivedAt = worldNow();
      sent.status = instead.status;
      sent.isUnreadable = mishap === 'html';
    }
    const reply = instead ?? act(flight);
    sent.hint = /"errorhint":"([^"]*)"/.exec(reply.text)?.[1];
    sent.retryAfterMs = reply.retryAfterSeconds && reply.retryAfterSeconds * 1000;
    // A proxy on the way has sent the request again.
    if (mishap === 'answered twice') platform.answer(sent, worldNow());
    if (mishap === 'never answered') return;
    const delayMs = tripMs() + (mishap === 'late' ? between(chance, 5000, 40_000) : 0);
    time.schedule(delayMs, () => {
      if (mishap === 'lost on the way back' || mood === 'refuses') flight.fail();
      else if (mood !== 'silent') flight.deliver(reply, mishap === 'cut off');
    });
  };

  const send = (flight: Flight): void => {
    flying.add(flight);
    const mishap = takeMishap(flight.sent.id);
    const delayMs =
      tripMs() + (mishap === 'late on the way there' ? between(chance, 1000, longestDelayMs) : 0);
    time.schedule(delayMs, () => {
      // A request that left is at the platform, whatever became of its page.
      if (flying.has(flight) || chance() < 0.5) arrive(flight, mishap);
    });
  };

  const fetchFor: DeviceNetwork['fetchFor'] = (owner, page, shownUser) =>
    ((url: string, init: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        if (init.signal?.aborted) return reject(abortError());
        const sent = readRequest(url, init, page, shownUser(), parts);
        noteSent(facts, sent);
        const end = (then: () => void): void => {
          if (!flying.delete(flight)) return;
          sent.endedAt ??= worldNow(); // its page may be gone
          time.schedule(0, then, owner);
        };
        const flight: Flight = {
          sent,
          deliver: (reply, isCutOff) =>
            end(() => {
              // A frozen page may have aborted it first.
              if (!isCutOff && !init.signal?.aborted) {
                sent.heardAt = worldNow();
                hear(sent);
              }
              resolve(responseOf(reply, isCutOff));
            }),
          fail: () => end(() => reject(new TypeError('Failed to fetch'))),
        };
        init.signal?.addEventListener('abort', () => {
          if (flying.delete(flight)) sent.endedAt ??= worldNow();
          reject(abortError());
        });
        send(flight);
      })) as typeof fetch;

  return {
    fetchFor,
    behave(next) {
      mood = next;
      note();
    },
    plan(mishap, count, only) {
      for (let index = 0; index < count; index++) planned.push({ mishap, only });
      note();
    },
    heal() {
      mood = 'up';
      planned.length = 0;
      note();
    },
    breakOff() {
      for (const flight of flying) flight.fail();
    },
    isUp: () => mood === 'up' && !planned.length,
  };
}

const abortError = (): Error => new DOMException('The request was aborted', 'AbortError');

const openedBy = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { result?: { general?: { cid?: string } } }).result?.general?.cid;
  } catch {
    return undefined;
  }
};

function readRequest(
  url: string,
  { body, headers }: RequestInit,
  page: string,
  shownUser: string | null | undefined,
  { baseUrl, worldNow, device, facts }: NetworkParts,
): SentRequest {
  const { pathname, search } = new URL(url);
  return {
    order: facts.sent.length,
    device,
    page,
    id: pathname.slice(new URL(baseUrl).pathname.length + 1),
    values: new URLSearchParams(`${search.slice(1)}&${(body as string | undefined) ?? ''}`),
    session: new Headers(headers).get('X-Request-CID'),
    at: worldNow(),
    shownUser,
  };
}

/** The part of a response that the runtime reads. A text that is cut off never ends. */
function responseOf({ status, text, retryAfterSeconds }: Reply, isCutOff: boolean): Response {
  const headers = new Headers(
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
  );
  const readText = (): Promise<string> =>
    isCutOff ? Promise.reject(new TypeError('network error')) : Promise.resolve(text);
  return {
    status,
    ok: status < 400,
    headers,
    body: {},
    text: readText,
  } as unknown as Response;
}
