import type { Browser } from '../browser/browser.ts';
import type { requestInit } from '../browser/request-init.ts';
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
  /** Reads a text that may be long, until the signal ends it; the function then gives the value, or throws. Default: the dialect's `parse`, at once. */
  readonly parse?: ((text: string, signal: AbortSignal) => Promise<() => unknown>) | undefined;
}

/** One call from start to finish: encoded, authorized, sent, read, out of its envelope. */
export type Call = (call: EncodedCall, options?: CallOptions) => Promise<Answer>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly browser: Pick<Browser, 'clock' | 'random' | 'fetch'>;
  readonly dialect: Partial<Dialect>;
  readonly requestInit: typeof requestInit;
  /** A platform's `notice`, each time it comes. */
  readonly onNotice: (notice: string) => void;
}

const loadTrouble = () => import('./trouble.ts');

/** How long one attempt may take, its answer included. */
const attemptMs = 10_000;
/** How long a call may take: a read with its repeats, and the one that finishes a payment. */
const readMs = 30_000;
/** A longer payment query goes into the body: servers and proxies cut long addresses. */
const longestPaymentQuery = 6 * 1024;

export function createCall({ baseUrl, browser, dialect, requestInit, onNotice }: TransportOptions): Call {
  const { clock, fetch } = browser;
  const send = createSend(fetch, requestInit);
  const attempt = async (call: EncodedCall, options: CallOptions, credentials: Credentials | undefined, signal: AbortSignal): Promise<Answer> => {
    const headers = credentials ? await (dialect.authorize ?? authorize)(call.id.split('/')[1]!, credentials) : {};
    const { status, text, retryAfter } = await send(requestOf(call, baseUrl, headers, dialect), signal);
    const answer = readAnswer(call.id, status, text, dialect, await options.parse?.(text, signal));
    if (answer.notice) onNotice(answer.notice);
    if (answer.status < 400) return answer;
    throw await loadTrouble().then(
      ({ failureOf }) => failureOf(answer, { id: call.id, authorized: !!credentials }, retryAfter, dialect, clock.now()),
      () => new NetworkError(), // not even that can be loaded
    );
  };
  return (call, options = {}) => {
    const onceMs = call.id === 'payment/finishtransaction' ? readMs : attemptMs;
    const once = (signal: AbortSignal, credentials: Credentials | undefined): Promise<Answer> =>
      withDeadline(clock, onceMs, [signal], (inner) => attempt(call, options, credentials, inner));
    return withDeadline(clock, readMs, options.signals ?? [], async (signal) => {
      const endAt = clock.monotonic() + readMs;
      // Asked for each time: the session may have ended meanwhile.
      const again = async (): Promise<Answer> => once(signal, await options.authorize?.());
      return once(signal, await options.authorize?.()).catch((error: UsherError) =>
        loadTrouble().then(({ repeat }) => repeat({ call, once: again, browser, endAt, signal }, error), () => { throw error; }));
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
