import { encodeCallWith } from '../contract/encode-call.ts';
import type { EncodeFields, Values } from '../contract/encode-fields.ts';
import type { Area } from '../contract/endpoint.ts';
import type { Answer } from '../dialect/envelope.ts';
import { isUsherError } from '../errors/usher-error.ts';
import type { Emit } from '../events.ts';
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
export function createRequest(session: SessionDriver, loadCall: () => Promise<Call>, encode: EncodeFields, emit: Emit): Request {
  return async (area, name, values, { signal, parse, ended } = {}) => {
    const encoded = encodeCallWith(encode, area, name, values);
    const bare = anonymous.test(encoded.id);
    const [call, carried] = await Promise.all([loadCall(), bare ? undefined : (ended ?? session.ready())]);
    const send = (as: SavedSession | undefined): Promise<Answer> => {
      const signals = ended ? [] : [session.signal()];
      if (signal) signals.push(signal);
      return call(encoded, { signals, parse, credentials: as && { session: as.id, domain: as.domain, secret: as.secret } });
    };
    try {
      return await send(carried);
    } catch (error) {
      if (ended || !isUsherError(error, 'session-lost')) throw error;
      return (await import('./recover.ts')).recover(session, encoded, carried!, error, send, emit);
    }
  };
}
