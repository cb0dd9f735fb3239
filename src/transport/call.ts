import type { Browser } from '../browser/browser.ts';
import type { LoadChunk } from '../browser/load-chunk.ts';
import { nothing } from '../browser/nothing.ts';
import type { requestInit } from '../browser/request-init.ts';
import type { EncodedCall } from '../contract/encode-call.ts';
import { authorize } from '../dialect/authorization.ts';
import type { Credentials, Dialect } from '../dialect/dialect.ts';
import type { Answer } from '../dialect/envelope.ts';
import { readAnswer } from '../dialect/read-answer.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { withEndpoint } from '../errors/with-endpoint.ts';
import type { CallEvent } from './call-event.ts';
import type { CallLog } from './call-log.ts';
import { countAttempts, finishId, referenceOf, type EndAttempt } from './call-trace.ts';
import { createConcurrencyLimit, type Turn } from './concurrency-limit.ts';
import { withDeadline } from './deadline.ts';
import { dialectError } from './dialect-error.ts';
import { createSend, type HttpRequest } from './send.ts';

export interface CallOptions {
  /** Signals that abort the call with an error `aborted`. */
  readonly signals?: readonly AbortSignal[];
  /** Returns the credentials when they are available. Absent for `staticdetails`. */
  readonly obtainCredentials?: () => Promise<Credentials | undefined>;
  /**
   * Runs right before the bytes of each attempt leave, when nothing is waited for any more. An
   * error that it throws ends the call, and nothing is sent.
   */
  readonly beforeSend?: (() => void) | undefined;
  /**
   * Parses a text that may be long, until the signal aborts it. The returned function returns the
   * value, or throws. Default: the dialect's `parse`, synchronously.
   */
  readonly parse?: ((text: string, signal: AbortSignal) => Promise<() => unknown>) | undefined;
  /** The rank of the call among the waiting ones. Default: the order of the calls. */
  readonly turn?: Turn | undefined;
  /**
   * A caller waits for the answer, so the deadline begins with the call. `false`: it begins with
   * the turn of the call. Default: `true`.
   */
  readonly isUrgent?: boolean | undefined;
  /** Monotonic time at which the deadline begins. Default: now. */
  readonly calledAt?: number | undefined;
}

/** Makes one call: encodes, authorizes and sends it, and reads its answer. */
export type Call = (call: EncodedCall, options?: CallOptions) => Promise<Answer>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly browser: Pick<Browser, 'clock' | 'random' | 'fetch'>;
  readonly dialect: Partial<Dialect>;
  readonly requestInit: typeof requestInit;
  readonly loadChunk: LoadChunk;
  readonly log: CallLog;
  /** Called with each `notice` of a platform. */
  readonly onNotice: (notice: string) => void;
  /** Called at the end of each attempt. */
  readonly onCall: (event: CallEvent) => void;
}

/**
 * The largest number of calls at a time. Browsers open six connections to a server. The others stay
 * free, so that a platform that hangs does not delay the session and payments.
 */
const maxCalls = 3;
/** The deadline of one attempt, its answer included. */
const attemptMs = 10_000;
/** The deadline of a call: of a read with its repeats, and of the call that finishes a payment. */
const readMs = 30_000;
/** A longer payment query is sent in the body, because servers and proxies cut long addresses. */
const maxPaymentQueryLength = 6 * 1024;

export function createCall(options: TransportOptions): Call {
  const { clock } = options.browser;
  const limit = createConcurrencyLimit(maxCalls);
  const attempt = createAttempt(options);
  return (call, given = {}) => {
    call.reference ??= referenceOf(call, options.dialect, options.browser.random);
    const { signals = [], isUrgent = true, turn, calledAt = clock.monotonic() } = given;
    const remainingMs = (): number => (isUrgent ? calledAt + readMs - clock.monotonic() : readMs);
    const run = (ends: readonly AbortSignal[]): Promise<Answer> =>
      withDeadline(
        clock,
        remainingMs(),
        ends,
        (signal) =>
          runWithRepeats(options, attempt, { call, given, signal, leftMs: remainingMs() }),
        call.id,
      );
    if (!isLimited(call.id)) return run(signals);
    const runInTurn = async (ends: readonly AbortSignal[]): Promise<Answer> => {
      await given.obtainCredentials?.(); // a call that waits for a session occupies no place
      return limit(() => run(ends), ends, turn);
    };
    return isUrgent
      ? withDeadline(clock, remainingMs(), signals, (signal) => runInTurn([signal]), call.id)
      : runInTurn(signals);
  };
}

type Attempt = (
  call: EncodedCall,
  options: CallOptions,
  credentials: Credentials | undefined,
  signal: AbortSignal,
  onSend: () => void,
) => Promise<Answer>;

/** One request and its answer. Rejects when the platform refuses. */
function createAttempt(options: TransportOptions): Attempt {
  const { baseUrl, browser, dialect, requestInit: init, log, loadChunk, onNotice } = options;
  const send = createSend(browser, init, log);
  return async (call, { parse, beforeSend }, credentials, signal, onSend) => {
    const operation = call.id.split('/')[1]!;
    const headers = credentials
      ? await (dialect.authorize ?? authorize)(operation, credentials)
      : {};
    const adapted = { ...call, ...dialect.adaptCall?.(call) };
    const request = requestOf(adapted, baseUrl, headers, dialect);
    beforeSend?.();
    const { status, text, retryAfter } = await send(request, signal, onSend);
    const answer = readAnswer(call.id, status, text, dialect, await parse?.(text, signal));
    if (answer.notice) onNotice(answer.notice);
    if (answer.status < 400) return answer;
    const { failureOf } = await loadChunk('recovery', () => import('./failure.ts'), [signal]);
    const sent = { id: call.id, authorized: !!credentials };
    throw failureOf(answer, sent, retryAfter, dialect, browser.clock.now());
  };
}

/** A call that is under way. */
interface Running {
  readonly call: EncodedCall;
  readonly given: CallOptions;
  readonly signal: AbortSignal;
  readonly leftMs: number;
}

/** Attempts a call, and repeats it if that is safe and useful. */
async function runWithRepeats(
  options: TransportOptions,
  attempt: Attempt,
  { call, given, signal, leftMs }: Running,
): Promise<Answer> {
  const { browser, loadChunk, log } = options;
  const { clock } = browser;
  const endAt = clock.monotonic() + leftMs;
  const onceMs = call.id === finishId ? readMs : attemptMs;
  const begin = countAttempts(clock, call, options.onCall);
  let end: EndAttempt = nothing; // until a request is sent
  const endLast: EndAttempt = (...how) => end(...how);
  const onSend = (): void => {
    end = begin();
  };
  const once = async (credentials: Credentials | undefined): Promise<Answer> => {
    try {
      const answer = await withDeadline(clock, onceMs, [signal], (inner) =>
        attempt(call, given, credentials, inner, onSend),
      );
      end(answer.status, undefined, answer.metadata['calledfor']);
      return answer;
    } catch (error) {
      throw withEndpoint(dialectError(call.id, error), call.id);
    }
  };
  // Each attempt gets new credentials, because the session may have ended meanwhile.
  const again = async (): Promise<Answer> => {
    end = nothing;
    return once(await given.obtainCredentials?.());
  };
  return once(await given.obtainCredentials?.()).catch((error: UsherError) =>
    loadChunk('recovery', () => import('./repeat.ts'), [signal]).then(
      ({ repeat }) =>
        repeat({ call, once: again, browser, log, endAt, signal, end: endLast }, error),
      () => {
        throw error;
      },
    ),
  );
}

/** All calls except those of the session itself and of payments. */
function isLimited(id: string): boolean {
  return !/^(?:session|payment)\//.test(id) || limited.includes(id);
}

const limited = ['session/currentweather', 'session/reporttoken', 'payment/itemstate'];

/**
 * Creates the request of an encoded call, with payment fields in the place that the dialect sets.
 */
function requestOf(
  call: EncodedCall,
  baseUrl: string,
  headers: Record<string, string>,
  dialect: Partial<Dialect>,
): HttpRequest {
  const { method } = call.row;
  const inBody =
    call.id.startsWith('payment/') &&
    (dialect.paymentFields === 'body' || call.query.length > maxPaymentQueryLength);
  const { reference } = call;
  const isPost = method === 'POST';
  const query = withReference(inBody ? '' : call.query, isPost ? undefined : reference);
  const body = withReference(inBody ? call.query : call.body, isPost ? reference : undefined);
  const url = baseUrl + call.path + (query && `?${query}`);
  return { id: call.id, url, method, headers, body, reference };
}

const withReference = (fields: string, reference: string | undefined): string =>
  reference ? `${fields && `${fields}&`}cfo=${reference}` : fields;
