import { encodeCall } from '../../contract/encode-call.ts';
import type { Values } from '../../contract/encode-fields.ts';
import type { Area } from '../../contract/endpoint.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { isUsherError, UsherError } from '../../errors/usher-error.ts';
import type { Call, CallOptions } from '../../transport/call.ts';
import { confirm } from './confirm.ts';
import type { EndedSession, SavedSession } from '../saved-session.ts';
import type { SessionDriver } from '../session.ts';

/** Options of every call. */
export interface RequestOptions {
  /** Ends the call early, with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Makes a call within the session: opens one first when there is none. */
export type Request = (
  area: Area,
  name: string,
  values?: Values,
  options?: RequestOptions &
    Partial<Pick<CallOptions, 'parse' | 'turn' | 'isPatient'>> & {
      /** A session that has ended here: the call carries it still, and nothing is recovered. */
      readonly ended?: EndedSession;
      /**
       * Gives the session that the call carries, where that is not simply the one that is ready.
       */
      readonly present?: () => Promise<SavedSession | undefined>;
      /** Aborted when the session ends that was there when the caller called. */
      readonly life?: AbortSignal;
      /**
       * Monotonic time at which the page called: what was loaded since counts into the deadline.
       */
      readonly calledAt?: number;
    },
) => Promise<Answer>;

/** These do without a session where there is none; the two in the inner group carry none. */
const free = /^(?:allmedia|system|statistics|(session\/(?:init|static)))/;

/** Calls carry the session. One that the platform no longer knows is recovered from once. */
export function createRequest(session: SessionDriver, call: Call): Request {
  return async (
    area,
    name,
    values,
    {
      signal,
      parse,
      turn,
      isPatient,
      ended,
      present,
      life = session.signal(),
      calledAt = session.held.browser.clock.monotonic(),
    } = {},
  ) => {
    const encoded = encodeCall(area, name, values);
    const { id } = encoded;
    const freedom = free.exec(id);
    const signals = ended ? [] : [life];
    if (signal) signals.push(signal);
    let carried: EndedSession | undefined;
    const send = (obtain: () => Promise<EndedSession | undefined>): Promise<Answer> =>
      call(encoded, {
        signals,
        parse,
        turn,
        isPatient,
        calledAt,
        async authorize() {
          carried = await obtain();
          if (!carried && !freedom) {
            throw new UsherError('static-session', `${id}: there is no session`);
          }
          return carried && { session: carried.id, domain: carried.domain, secret: carried.secret };
        },
      }).then((answer) => {
        if (carried && !ended) confirm(session.held, carried);
        return answer;
      });
    try {
      return await send(
        async () => ended ?? (present ? present() : freedom?.[1] ? undefined : session.ready()),
      );
    } catch (error) {
      if (ended || !isUsherError(error, 'session-lost')) throw error;
      const { recover } = await session.held
        .loadChunk('recover', () => import('../recovery/recover.ts'), signals)
        .catch((missing: unknown) => {
          // That a change was not made is known.
          throw encoded.effect === 'change' ? error : missing;
        });
      return recover(
        session,
        encoded,
        carried as SavedSession,
        error,
        (now) => send(async () => now),
        calledAt,
      );
    }
  };
}
