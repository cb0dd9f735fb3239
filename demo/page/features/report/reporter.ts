import type { Usher } from 'usher-runtime';
import { isRemembered } from '../session/remember-choice.ts';

/**
 * How long a page gathers events before it sends them: soon enough for real-time figures, and
 * seldom enough for the network.
 */
const gatherMs = 5000;
/** The platform takes as many at a time. */
const mostEvents = 100;
/** A report that waited longer than that says when its events were. */
const soonMs = 60_000;

/** Something that a viewer saw or did. */
export interface ReportEvent {
  /** As `display`, `click`, `playerstart`, `viewtime`. */
  readonly kind: string;
  /** The global ID of the item. */
  readonly gid: string;
  /** Of view time. */
  readonly seconds?: number;
}

interface GatheredEvent extends ReportEvent {
  readonly atMs: number;
}

export interface Reporter {
  /** Notes an event, to be sent with others. */
  readonly report: (event: ReportEvent) => void;
  /** Adds to what all further reports say of where and how. */
  readonly describe: (more: Readonly<Record<string, string>>) => void;
  /** Asks for the token ahead, for events that are reported as the page is left. */
  readonly prepare: () => void;
  /** Calls before a report leaves, so that what is still being counted goes with it. */
  readonly addSource: (source: () => void) => void;
}

/** The address that reports go to; nothing where there are none. */
const reportAddress = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="usher-report"]')?.content ?? '';

/**
 * Tells the platform what viewers see and play: in batches, and the rest when the page is hidden. A
 * report that does not arrive is lost, since one that is sent twice counts twice; only offline it
 * waits. A viewer who is not remembered is not counted either: nothing is gathered or sent.
 */
export function createReporter(usher: Usher): Reporter {
  const address = reportAddress();
  const context: Record<string, string> = {
    pageIntegration: 'js',
    deliveryDomain: location.hostname,
  };
  const sources = new Set<() => void>();
  let events: GatheredEvent[] = [];
  let token: string | undefined;
  let timer: number | undefined;
  const isWanted = (): boolean => Boolean(address) && isRemembered();

  const takeBatch = (): GatheredEvent[] => {
    for (const source of sources) source();
    return events.splice(0, mostEvents);
  };
  const bodyOf = (batch: readonly GatheredEvent[]): string =>
    JSON.stringify({ reporttoken: token, context, events: batch.map(eventOnWire) });
  const fetchToken = async (): Promise<void> => {
    token = await usher.reportToken();
  };
  const prepare = (): void => {
    if (isWanted() && !token) fetchToken().catch(() => {});
  };
  const send = async (): Promise<void> => {
    timer = undefined;
    if (!isWanted()) events = []; // the viewer has changed their mind
    if (!isWanted() || !navigator.onLine) return;
    try {
      await fetchToken();
      const batch = takeBatch();
      if (batch.length) await post(address, bodyOf(batch));
    } catch {
      events = []; // while the platform does not answer, the queue must not grow
    }
    if (events.length) plan();
  };
  const plan = (): void => {
    timer ??= window.setTimeout(() => void send(), gatherMs);
  };
  const sendLast = (): void => {
    if (document.visibilityState !== 'hidden' || !token || !isWanted()) return;
    const batch = takeBatch();
    if (batch.length) navigator.sendBeacon(address, bodyOf(batch));
  };
  document.addEventListener('visibilitychange', sendLast);
  addEventListener('online', () => {
    if (events.length) plan();
  });

  return {
    report(event) {
      if (!isWanted() || events.length >= mostEvents) return;
      events.push({ ...event, atMs: Date.now() });
      prepare();
      plan();
    },
    describe: (more) => void Object.assign(context, more),
    prepare,
    addSource: (source) => void sources.add(source),
  };
}

const post = (address: string, body: string): Promise<unknown> =>
  fetch(address, { method: 'POST', body, keepalive: true, referrerPolicy: 'no-referrer' });

const eventOnWire = ({ atMs, ...event }: GatheredEvent): ReportEvent & { at?: number } =>
  Date.now() - atMs < soonMs ? event : { ...event, at: Math.floor(atMs / 1000) };
