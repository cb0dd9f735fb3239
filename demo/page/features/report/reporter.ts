import type { Usher } from 'usher-runtime';
import { isRemembered } from '../session/remember-choice.ts';
import { createEventQueue, type ReportEvent, type SentEvent } from './event-queue.ts';

/**
 * How long a page gathers events before it sends them: soon enough for real-time figures, and
 * seldom enough for the network.
 */
const gatherMs = 5000;

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

/** Where reports go to, and of which domain they are. The address is empty where there are none. */
function reportTarget(): { readonly address: string; readonly domain: string | undefined } {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="usher-report"]');
  return { address: meta?.content ?? '', domain: meta?.dataset['domain'] };
}

/**
 * Tells the platform what viewers see and play: in batches, and the rest when the page is hidden. A
 * report that does not arrive is lost, since one that is sent twice counts twice; only offline it
 * waits. A viewer who is not remembered is not counted either: nothing is gathered or sent.
 */
export function createReporter(usher: Usher): Reporter {
  const { address, domain } = reportTarget();
  const isWanted = (): boolean => Boolean(address) && isRemembered();
  const queue = createEventQueue();
  const body = createBody(usher, domain);
  let timer: number | undefined;

  const prepare = (): void => {
    if (isWanted() && !body.hasToken()) body.fetchToken().catch(() => {});
  };
  const send = async (): Promise<void> => {
    timer = undefined;
    if (!isWanted()) return queue.clear(); // the viewer has changed their mind
    if (!navigator.onLine) return;
    try {
      await body.fetchToken();
      const events = queue.take();
      if (events.length) await post(address, body.of(events));
    } catch {
      queue.clear(); // while the platform does not answer, the queue must not grow
    }
    plan();
  };
  const plan = (): void => {
    if (!queue.isEmpty()) timer ??= window.setTimeout(() => void send(), gatherMs);
  };
  const sendLast = (): void => {
    if (document.visibilityState !== 'hidden' || !body.hasToken() || !isWanted()) return;
    const events = queue.take();
    if (events.length) navigator.sendBeacon(address, body.of(events));
  };
  document.addEventListener('visibilitychange', sendLast);
  addEventListener('online', plan);
  const report = (event: ReportEvent): void => {
    if (!isWanted()) return;
    queue.add(event);
    prepare();
    plan();
  };
  return { report, describe: body.describe, prepare, addSource: queue.addSource };
}

/** What a report says beside its events. */
interface ReportBody {
  readonly hasToken: () => boolean;
  readonly fetchToken: () => Promise<void>;
  readonly describe: Reporter['describe'];
  /** The text that is sent. */
  readonly of: (events: readonly SentEvent[]) => string;
}

/** `domain`: the token of a viewer without a session does not name it. */
function createBody(usher: Usher, domain: string | undefined): ReportBody {
  let reporttoken: string | undefined;
  let context: Readonly<Record<string, string>> = {
    pageIntegration: 'js',
    deliveryDomain: location.hostname,
  };
  return {
    hasToken: () => Boolean(reporttoken),
    async fetchToken() {
      reporttoken = await usher.reportToken();
    },
    describe(more) {
      context = { ...context, ...more };
    },
    of: (events) => JSON.stringify({ reporttoken, domain, context, events }),
  };
}

const post = (address: string, body: string): Promise<unknown> =>
  fetch(address, { method: 'POST', body, keepalive: true, referrerPolicy: 'no-referrer' });
