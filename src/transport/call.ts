import type { Browser } from '../browser/browser.ts';
import type { EncodedCall } from '../contract/encode-call.ts';
import { authorize } from '../dialect/authorization.ts';
import type { Credentials, Dialect } from '../dialect/dialect.ts';
import { openEnvelope } from '../dialect/envelope.ts';
import type { Answer } from '../dialect/envelope.ts';
import { isNotFound, isSessionLost } from '../dialect/failure.ts';
import { parseJson } from '../dialect/json.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { SessionLostError } from '../errors/session-lost-error.ts';
import { withDeadline } from './deadline.ts';
import { retryAfterMs, retryDelayMs } from './retry.ts';
import { createSend } from './send.ts';
import type { Request, Response } from './send.ts';

/** What a call is made with. */
export interface CallOptions {
  /** Ends the call early, with an error `aborted`. */
  readonly signals?: readonly AbortSignal[];
  /** What authorizes it; absent for `staticdetails`. */
  readonly credentials?: Credentials | undefined;
  /** How the text is read; default: the dialect's `parse`. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** One call from start to finish: encoded, authorized, sent, read, out of its envelope. */
export type Call = (call: EncodedCall, options?: CallOptions) => Promise<Answer>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly browser: Pick<Browser, 'clock' | 'random' | 'fetch'>;
  readonly dialect: Partial<Dialect>;
  /** A platform's `notice`, each time it comes. */
  readonly onNotice: (notice: string) => void;
}

/** How long one attempt may take, its answer included. */
const attemptMs = 10_000;
/** How long a read may take with its repeats. */
const readMs = 30_000;
/** How long the call that finishes a payment may take. */
const finishMs = 30_000;
/** A longer payment query goes into the body: servers and proxies cut long addresses. */
const longestPaymentQuery = 6 * 1024;

export function createCall({ baseUrl, browser, dialect, onNotice }: TransportOptions): Call {
  const { clock, random, fetch } = browser;
  const send = createSend(fetch);
  const attempt = async (call: EncodedCall, options: CallOptions, signal: AbortSignal): Promise<Answer> => {
    const { credentials } = options;
    const headers = credentials ? await (dialect.authorize ?? authorize)(call.id.split('/')[1]!, credentials) : {};
    const response = await send(requestOf(call, baseUrl, headers, dialect), signal);
    const answer = readAnswer(call, response, dialect, options.parse);
    if (answer.notice) onNotice(answer.notice);
    if (answer.status < 400) return answer;
    throw failureOf(answer, call, response, !!credentials, dialect, clock.now());
  };
  return (call, options = {}) => {
    const signals = options.signals ?? [];
    const once = (signal: AbortSignal): Promise<Answer> =>
      withDeadline(clock, call.id === 'payment/finishtransaction' ? finishMs : attemptMs, [signal], (inner) => attempt(call, options, inner));
    if (call.effect === 'change') return withDeadline(clock, finishMs, signals, once);
    return withDeadline(clock, readMs, signals, async (signal) => {
      const start = clock.monotonic();
      for (let tried = 1; ; tried++) {
        try {
          return await once(signal);
        } catch (error) {
          const delayMs = retryDelayMs(error, tried, readMs - (clock.monotonic() - start), random);
          if (delayMs === undefined || signal.aborted) throw error;
          await new Promise<void>((resolve) => clock.after(delayMs, resolve));
        }
      }
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

/** An answer out of its text. A failure may have any body: a proxy answers in HTML. */
function readAnswer(call: EncodedCall, response: Response, dialect: Partial<Dialect>, parse: CallOptions['parse']): Answer {
  try {
    return (dialect.openEnvelope ?? openEnvelope)(response.status, (parse ?? dialect.parse ?? parseJson)(response.text));
  } catch {
    if (response.status >= 400) return { status: response.status, result: undefined, metadata: {} };
    throw new MalformedError(`${call.id}: the answer is not JSON`, response.status);
  }
}

function failureOf(answer: Answer, { id }: EncodedCall, response: Response, authorized: boolean, dialect: Partial<Dialect>, now: number): Error {
  const { status, hint } = answer;
  if ((dialect.isSessionLost ?? isSessionLost)(answer, { id, authorized })) return new SessionLostError(id, status, hint);
  if ((dialect.isNotFound ?? isNotFound)(answer)) return new NotFoundError(id, hint);
  return new PlatformError(id, status, hint, retryAfterMs(response.retryAfter, now));
}
