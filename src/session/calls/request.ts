import { encodeCall } from '../../contract/encode-call.ts';
import type { EncodedCall } from '../../contract/encode-call.ts';
import type { Values } from '../../contract/encode-fields.ts';
import type { Area } from '../../contract/endpoint.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { isUsherError, UsherError } from '../../errors/usher-error.ts';
import type { Call, CallOptions } from '../../transport/call.ts';
import type { Credentials } from '../../dialect/dialect.ts';
import { confirm } from './confirm.ts';
import type { EndedSession, SavedSession } from '../saved-session.ts';
import type { SessionDriver } from '../session.ts';

/** Options of every call. */
export interface RequestOptions {
  /** Ends the call early, with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What the runtime says of a call beside what the page does. */
interface OwnRequestOptions extends Partial<Pick<CallOptions, 'parse' | 'turn' | 'isPatient'>> {
  /** A session that has ended here: the call carries it still, and nothing is recovered. */
  readonly ended?: EndedSession;
  /** Gives the session that the call carries, where that is not simply the one that is ready. */
  readonly present?: () => Promise<SavedSession | undefined>;
  /** Aborted when the session ends that was there when the caller called. */
  readonly life?: AbortSignal;
  /** Monotonic time at which the page called: what was loaded since counts into the deadline. */
  readonly calledAt?: number;
}

/** Makes a call within the session: opens one first when there is none. */
export type Request = (
  area: Area,
  name: string,
  values?: Values,
  options?: RequestOptions & OwnRequestOptions,
) => Promise<Answer>;

/** These do without a session where there is none; the two in the inner group carry none. */
const free = /^(?:allmedia|system|statistics|(session\/(?:init|static)))/;

/** Calls carry the session. One that the platform no longer knows is recovered from once. */
export function createRequest(session: SessionDriver, call: Call): Request {
  const { context } = session;
  return async (area, name, values, options = {}) => {
    const encoded = encodeCall(area, name, values);
    const { ended, present, life = session.signal() } = options;
    const { signal, calledAt = context.browser.clock.monotonic() } = options;
    const freedom = free.exec(encoded.id);
    const signals = ended ? [] : [life];
    if (signal) signals.push(signal);
    const send = createSend(session, call, encoded, { ...options, signals, calledAt });
    const obtain = async (): Promise<EndedSession | undefined> =>
      ended ?? (present ? present() : freedom?.[1] ? undefined : session.ready());
    try {
      return await send(obtain);
    } catch (error) {
      if (ended || !isUsherError(error, 'session-lost')) throw error;
      const { recover } = await context
        .loadChunk('recover', () => import('../recovery/recover.ts'), signals)
        .catch((missing: unknown) => {
          // That a change was not made is known.
          throw encoded.effect === 'change' ? error : missing;
        });
      const lost = send.carried() as SavedSession;
      return recover(session, encoded, lost, error, (now) => send(async () => now), calledAt);
    }
  };
}

type SendOptions = OwnRequestOptions & Required<Pick<CallOptions, 'signals'>>;

/** Sends a call with the session that `obtain` gives. */
interface SendWithSession {
  (obtain: () => Promise<EndedSession | undefined>): Promise<Answer>;
  /** The session that the call carried last. */
  readonly carried: () => EndedSession | undefined;
}

function createSend(
  { context }: SessionDriver,
  call: Call,
  encoded: EncodedCall,
  { ended, signals, calledAt, parse, turn, isPatient }: SendOptions,
): SendWithSession {
  let carried: EndedSession | undefined;
  const send = async (obtain: () => Promise<EndedSession | undefined>): Promise<Answer> => {
    const authorize = async (): Promise<Credentials | undefined> => {
      carried = await obtain();
      if (!carried && !free.test(encoded.id)) {
        throw new UsherError('static-session', `${encoded.id}: there is no session`);
      }
      return carried && { session: carried.id, domain: carried.domain, secret: carried.secret };
    };
    const answer = await call(encoded, { signals, parse, turn, isPatient, calledAt, authorize });
    if (carried && !ended) confirm(context, carried);
    return answer;
  };
  return Object.assign(send, { carried: () => carried });
}
