import { encodeCall } from '../../contract/encode-call.ts';
import type { EncodedCall } from '../../contract/encode-call.ts';
import type { Area } from '../../contract/endpoint.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { Call, CallOptions } from '../../transport/call.ts';
import type { Credentials } from '../../dialect/dialect.ts';
import { confirm } from './confirm.ts';
import type { CarriedSession, EndedSession, SavedSession } from '../saved-session.ts';
import type { SessionDriver } from '../session.ts';

/** Options of every call. */
export interface RequestOptions {
  /** Aborts the call with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options that only the runtime sets. */
interface OwnRequestOptions extends Partial<Pick<CallOptions, 'parse' | 'turn' | 'isPatient'>> {
  /** An ended session that the call carries. Nothing is recovered. */
  readonly ended?: EndedSession;
  /** Returns the session that the call carries, when that is not `session.ready()`. */
  readonly present?: () => Promise<SavedSession | undefined>;
  /** Aborted when the session at the time of the call ends. */
  readonly life?: AbortSignal;
  /** Monotonic time of the page's call. The time for loading code counts into the deadline. */
  readonly calledAt?: number;
}

/** Makes a call within the session. Opens a session first when there is none. */
export type Request = (
  area: Area,
  name: string,
  values?: object,
  options?: RequestOptions & OwnRequestOptions,
) => Promise<Answer>;

/**
 * Creates the function that makes calls. Calls carry the session. A lost session is recovered once
 * per call.
 */
export function createRequest(session: SessionDriver, call: Call): Request {
  const { context } = session;
  return async (area, name, values, options = {}) => {
    const encoded = encodeCall(area, name, values);
    const { ended, present, life = session.signal() } = options;
    const { signal, calledAt = context.browser.clock.monotonic() } = options;
    const signals = ended ? [] : [life];
    if (signal) signals.push(signal);
    const { send, carried } = createSessionSend(session, call, encoded, {
      ...options,
      signals,
      calledAt,
    });
    const obtain = async (): Promise<CarriedSession | undefined> =>
      ended ?? (present ? present() : encoded.session === 'none' ? undefined : session.ready());
    try {
      return await send(obtain);
    } catch (error) {
      if (ended || !isUsherError(error, 'session-lost')) throw error;
      const { recover } = await context
        .loadChunk('recover', () => import('../recovery/recover.ts'), signals)
        .catch((missing: unknown) => {
          // The change was not made: the first error says so.
          throw encoded.effect === 'change' ? error : missing;
        });
      const lost = carried() as SavedSession;
      return recover(session, encoded, lost, error, (now) => send(async () => now), calledAt);
    }
  };
}

type SendOptions = OwnRequestOptions & Required<Pick<CallOptions, 'signals'>>;

interface SessionSend {
  /** Sends a call with the session that `obtain` returns. */
  readonly send: (obtain: () => Promise<CarriedSession | undefined>) => Promise<Answer>;
  /** The session of the last attempt. */
  readonly carried: () => CarriedSession | undefined;
}

function createSessionSend(
  { context }: SessionDriver,
  call: Call,
  encoded: EncodedCall,
  { ended, signals, calledAt, parse, turn, isPatient }: SendOptions,
): SessionSend {
  let carried: CarriedSession | undefined;
  const send: SessionSend['send'] = async (obtain) => {
    const authorize = async (): Promise<Credentials | undefined> => {
      carried = await obtain();
      if (!carried && encoded.session === 'required') {
        throw new UsherError('static-session', `${encoded.id}: there is no session`);
      }
      return carried && { session: carried.id, domain: carried.domain, secret: carried.secret };
    };
    const answer = await call(encoded, { signals, parse, turn, isPatient, calledAt, authorize });
    if (carried && !ended) confirm(context, carried);
    return answer;
  };
  return { send, carried: () => carried };
}
