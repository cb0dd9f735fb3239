import { encodeCallWith } from '../contract/encode-call.ts';
import type { EncodeFields, Values } from '../contract/encode-fields.ts';
import type { Area } from '../contract/endpoint.ts';
import type { Credentials } from '../dialect/dialect.ts';
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
export type Request = (area: Area, name: string, values?: Values, options?: RequestOptions & Pick<CallOptions, 'parse'>) => Promise<Answer>;

/** What authorizes a call of a session. */
export function credentialsOf({ id, domain, secret }: SavedSession): Credentials {
  return { session: id, domain, secret };
}

/**
 * Calls carry the session. When the platform no longer knows it, one new session serves everybody; reads are repeated once, and nothing that
 * changes anything is. If the new session is somebody else's, nothing is repeated, and the page is told.
 */
export function createRequest(session: SessionDriver, call: Call, encode: EncodeFields, emit: Emit): Request {
  return async (area, name, values, { signal, parse } = {}) => {
    const encoded = encodeCallWith(encode, area, name, values);
    const anonymous = encoded.id === 'session/staticdetails' || encoded.id === 'session/init';
    const send = (carried?: SavedSession): Promise<Answer> =>
      call(encoded, { signals: [session.signal(), ...(signal ? [signal] : [])], credentials: carried && credentialsOf(carried), parse });
    if (anonymous) return send();
    const carried = await session.ready();
    try {
      return await send(carried);
    } catch (error) {
      if (!isUsherError(error, 'session-lost')) throw error;
      return (await import('./recover.ts')).recover(session, encoded, carried, error, send, emit);
    }
  };
}
