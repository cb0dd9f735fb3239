import { encodeCallWith } from '../contract/encode-call.ts';
import type { EncodeFields, Values } from '../contract/encode-fields.ts';
import type { Area } from '../contract/endpoint.ts';
import type { Answer } from '../dialect/envelope.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { isUsherError } from '../errors/usher-error.ts';
import type { Call, CallOptions } from '../transport/call.ts';
import type { SavedSession } from './saved-session.ts';
import type { SessionDriver } from './session.ts';

/** Options of every call. */
export interface RequestOptions {
  /** Ends the call early, with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Makes a call within the session: opens one first when there is none. */
export type Request = (area: Area, name: string, values?: Values, options?: RequestOptions & Partial<Pick<CallOptions, 'parse'>> & {
  /** A session that has ended here: the call carries it still, and nothing is recovered. */
  readonly ended?: SavedSession;
}) => Promise<Answer>;

/** These two carry no session. */
const anonymous = /^session\/(init|staticdetails)$/;

/** Calls carry the session. One that the platform no longer knows is recovered from once. */
export function createRequest(session: SessionDriver, loadCall: () => Promise<Call>, encode: EncodeFields): Request {
  return async (area, name, values, { signal, parse, ended } = {}) => {
    const encoded = encodeCallWith(encode, area, name, values);
    const bare = anonymous.test(encoded.id);
    const signals = ended ? [] : [session.signal()]; // the present one's: a call that waits for a session ends with it
    if (signal) signals.push(signal);
    const [call, carried] = await untilAborted(signal, Promise.all([loadCall(), bare ? undefined : (ended ?? session.ready())]));
    const send = (as: SavedSession | undefined): Promise<Answer> =>
      call(encoded, { signals, parse, credentials: as && { session: as.id, domain: as.domain, secret: as.secret } });
    try {
      return await send(carried);
    } catch (error) {
      if (ended || !isUsherError(error, 'session-lost')) throw error;
      return (await import('./recover.ts')).recover(session, encoded, carried!, error, send);
    }
  };
}

/** Ends a wait early; what others wait for goes on. */
function untilAborted<T>(signal: AbortSignal | undefined, wait: Promise<T>): Promise<T> {
  return signal ? Promise.race([wait, new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(new AbortedError());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  })]) : wait;
}
