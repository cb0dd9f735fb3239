import { encodeCall, type EncodedCall } from '../contract/encode-call.ts';
import type { Area } from '../contract/endpoint.ts';
import type { Credentials } from '../dialect/dialect.ts';
import type { Answer } from '../dialect/envelope.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import type { Call, CallOptions } from '../transport/call.ts';
import { confirmSession } from './opening/confirm.ts';
import type { SessionDriver } from './session.ts';
import { createDurableCheck } from './storage/adopt-durable.ts';
import type { CarriedSession, EndedSession, SavedSession } from './storage/saved-session.ts';
import { syncFromStorage } from './storage/sync-from-storage.ts';

/** Options of every call. */
export interface RequestOptions {
  /** Aborts the call with an error `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of every call, and those that only the runtime sets. */
export interface InternalRequestOptions
  extends RequestOptions, Partial<Pick<CallOptions, 'parse' | 'turn' | 'isUrgent' | 'beforeSend'>> {
  /** An ended session that the call carries. Nothing is recovered. */
  readonly ended?: EndedSession;
  /** Returns the session that the call carries, when that is not `session.ready()`. */
  readonly findSession?: () => Promise<SavedSession | undefined>;
  /** Aborted when the session at the time of the call ends, or its user changes. */
  readonly viewerSignal?: AbortSignal;
  /** The call is an announced login: its answer does not wait for the end of a login. */
  readonly isLogin?: boolean;
  /**
   * ID of the user at the page's call. `null`: no user was logged in. `undefined`: not known. A
   * payment call is not made for another user.
   */
  readonly askedBy?: string | null | undefined;
  /** Monotonic time of the page's call. The time for loading code counts into the deadline. */
  readonly calledAt?: number;
}

/** Makes a call within the session. Opens a session first when there is none. */
export type SessionRequest = (
  area: Area,
  name: string,
  values?: object,
  options?: InternalRequestOptions,
) => Promise<Answer>;

/**
 * Creates the function that makes calls. Calls carry the session. A lost session is recovered once
 * per call.
 */
export function createRequest(session: SessionDriver, call: Call): SessionRequest {
  const { context } = session;
  const adoptDurable = createDurableCheck(context);
  return async (area, name, values, options = {}) => {
    const encoded = encodeCall(area, name, values, context.dialect.parameters);
    const { ended, findSession, viewerSignal = session.getViewerSignal() } = options;
    const { signal, calledAt = context.browser.clock.monotonic() } = options;
    const signals = ended ? [] : [viewerSignal];
    if (signal) signals.push(signal);
    const sending = { ...options, signals, calledAt };
    const { send, carried } = createSessionSend(session, call, encoded, sending);
    const obtain = async (): Promise<CarriedSession | undefined> => {
      if (ended) return ended;
      if (encoded.session === 'none' && !findSession) {
        await context.browser.page.activated(); // a prerendered page sends nothing
        return undefined;
      }
      // No session is opened for it any more.
      if (viewerSignal.aborted) throw new AbortedError([viewerSignal], encoded.id);
      const find = findSession ?? session.ready;
      const found = await find();
      if (!found) return found;
      await adoptDurable(encoded.effect);
      // The session has ended meanwhile.
      if (viewerSignal.aborted) throw new AbortedError([viewerSignal], encoded.id);
      return find(); // the viewer may have changed meanwhile
    };
    try {
      return await send(obtain);
    } catch (error) {
      if (ended || !isUsherError(error, 'session-lost')) throw error;
      const { recover } = await context
        .loadChunk('recover', () => import('./recovery/recover.ts'), signals)
        .catch((missing: unknown) => {
          // Report the first error: it says that the change was not made.
          throw encoded.effect === 'change' ? error : missing;
        });
      const lost = carried() as SavedSession;
      const again = (now: SavedSession): Promise<Answer> => send(async () => now);
      return recover(session, { encoded, lost, error, send: again, calledAt, signal });
    }
  };
}

type SendOptions = InternalRequestOptions &
  Required<Pick<CallOptions, 'signals'>> & { readonly calledAt: number };

interface SessionSend {
  /** Sends a call with the session that `obtain` returns. */
  readonly send: (obtain: () => Promise<CarriedSession | undefined>) => Promise<Answer>;
  /** The session of the last attempt. */
  readonly carried: () => CarriedSession | undefined;
}

function createSessionSend(
  session: SessionDriver,
  call: Call,
  encoded: EncodedCall,
  options: SendOptions,
): SessionSend {
  const { context } = session;
  const { ended, isLogin, signals, calledAt } = options;
  let carried: CarriedSession | undefined;
  const send: SessionSend['send'] = async (obtain) => {
    const authorize = async (): Promise<Credentials | undefined> => {
      carried = await obtain();
      if (!carried && encoded.session === 'required') {
        throw new UsherError('static-session', `${encoded.id}: there is no session`);
      }
      if (!carried) return undefined;
      return { session: carried.id, domain: carried.domain, secret: carried.secret };
    };
    const checkAnswer = async (): Promise<void> => {
      // Without `ended` it is a whole session.
      if (carried && !ended && !isLogin) {
        await holdWhileLogin(session, carried as SavedSession, calledAt, signals);
        // This page may only now have read that another tab has ended the session.
        const isOver = signals.some(({ aborted }) => aborted);
        if (isOver && encoded.effect === 'read') throw new AbortedError(signals, encoded.id);
      }
    };
    const answer = await call(encoded, { ...options, obtainCredentials: authorize }).catch(
      async (error: UsherError) => {
        if (error.status) await checkAnswer(); // a refusal is an answer too
        throw error;
      },
    );
    await checkAnswer();
    if (carried && !ended) confirmSession(context, carried);
    return answer;
  };
  return { send, carried: () => carried };
}

/** Holds back an answer that comes while a login is announced. */
async function holdWhileLogin(
  session: SessionDriver,
  carried: SavedSession,
  calledAt: number,
  signals: readonly AbortSignal[],
): Promise<void> {
  const { context } = session;
  syncFromStorage(context);
  if (!context.record?.login) return;
  const load = () => import('./recovery/check-owner.ts');
  const { checkOwner } = await context.loadChunk('recovery', load, signals);
  await checkOwner(session, carried, calledAt, signals);
}
