import type { Browser } from '../browser/browser.ts';
import type { EncodedCall } from '../contract/encode-call.ts';
import { authorize } from '../dialect/authorization.ts';
import type { Credentials, Dialect } from '../dialect/dialect.ts';
import type { Answer } from '../dialect/envelope.ts';
import { readAnswer } from '../dialect/read-answer.ts';
import { NetworkError } from '../errors/network-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { withDeadline } from './deadline.ts';
import { createSend } from './send.ts';
import type { Request } from './send.ts';

/** What a call is made with. */
export interface CallOptions {
  /** Ends the call early, with an error `aborted`. */
  readonly signals?: readonly AbortSignal[];
  /** What authorizes it, once that is there; absent for `staticdetails`. */
  readonly authorize?: () => Promise<Credentials | undefined>;
  /** How the text is read; default: the dialect's `parse`. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** One call from start to finish: encoded, authorized, sent, read, out of its envelope. */
export type Call = (call: EncodedCall, options?: CallOptions) => Promise<Answer>;

/** One attempt of a call, as a report shows it: nothing in it is the viewer's. */
export interface CallRecord {
  /** When it left, in ms since 1970. */
  readonly at: number;
  /** The endpoint's id: the route, without values. */
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  readonly tookMs: number;
  /** The answer's status, or the code of the error that stands for it. */
  readonly outcome: number | string;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly browser: Pick<Browser, 'clock' | 'random' | 'fetch'>;
  readonly dialect: Partial<Dialect>;
  /** A platform's `notice`, each time it comes. */
  readonly onNotice: (notice: string) => void;
  readonly onAttempt?: (record: CallRecord) => void;
}

const loadTrouble = () => import('./trouble.ts');

/** How long one attempt may take, its answer included. */
const attemptMs = 10_000;
/** How long a call may take, a read with its repeats. */
const readMs = 30_000;
/** How long the call that finishes a payment may take. */
const finishMs = 30_000;
/** A longer payment query goes into the body: servers and proxies cut long addresses. */
const longestPaymentQuery = 6 * 1024;

export function createCall({ baseUrl, browser, dialect, onNotice, onAttempt }: TransportOptions): Call {
  const { clock, fetch } = browser;
  const send = createSend(fetch);
  const attempt = async (call: EncodedCall, options: CallOptions, credentials: Credentials | undefined, signal: AbortSignal): Promise<Answer> => {
    const headers = credentials ? await (dialect.authorize ?? authorize)(call.id.split('/')[1]!, credentials) : {};
    const { status, text, retryAfter } = await send(requestOf(call, baseUrl, headers, dialect), signal);
    const answer = readAnswer(call.id, status, text, dialect, options.parse);
    if (answer.notice) onNotice(answer.notice);
    if (answer.status < 400) return answer;
    throw await loadTrouble().then(
      ({ failureOf }) => failureOf(answer, { id: call.id, authorized: !!credentials }, retryAfter, dialect, clock.now()),
      () => new NetworkError(), // not even that can be loaded
    );
  };
  return (call, options = {}) => {
    const finishes = call.id === 'payment/finishtransaction';
    let credentials: Credentials | undefined;
    let attempts = 0;
    const once = (signal: AbortSignal): Promise<Answer> => {
      const [at, start] = [clock.now(), clock.monotonic()];
      const note = (outcome: number | string): void =>
        onAttempt?.({ at, id: call.id, attempt: ++attempts, tookMs: Math.round(clock.monotonic() - start), outcome });
      const answer = withDeadline(clock, finishes ? finishMs : attemptMs, [signal], (inner) => attempt(call, options, credentials, inner));
      answer.then(({ status }) => note(status), ({ code, status }: UsherError) => note(code === 'malformed' ? code : (status ?? code)));
      return answer;
    };
    return withDeadline(clock, readMs, options.signals ?? [], async (signal) => {
      const start = clock.monotonic();
      credentials = await options.authorize?.();
      return once(signal).catch(async (error: unknown) => {
        if (call.effect !== 'read' || signal.aborted) throw error;
        return loadTrouble().then(({ repeat }) => repeat(() => once(signal), error, browser, start + readMs, signal), () => { throw error; });
      });
    });
  };
}

/** Puts an encoded call into a request: payment fields where the dialect wants them. */
function requestOf(call: EncodedCall, baseUrl: string, headers: Record<string, string>, dialect: Partial<Dialect>): Request {
  const { method } = call.row;
  const inBody = call.id.startsWith('payment/') && (dialect.paymentFields === 'body' || call.query.length > longestPaymentQuery);
  const query = inBody ? '' : call.query;
  const body = inBody ? call.query : call.body;
  return { url: baseUrl + call.path + (query && `?${query}`), method, headers, body };
}
