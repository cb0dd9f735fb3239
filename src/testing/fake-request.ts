import type { Clock } from '../browser/clock.ts';
import { encodeCall, type EncodedCall } from '../contract/encode-call.ts';
import type { Answer } from '../dialect/envelope.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import { withEndpoint } from '../errors/with-endpoint.ts';
import { recover } from '../session/recovery/recover.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionDriver } from '../session/session.ts';
import type { SavedSession } from '../session/storage/saved-session.ts';
import type { CallEvent } from '../transport/call-event.ts';
import { countAttempts } from '../transport/call-trace.ts';
import { withDeadline } from '../transport/deadline.ts';
import type { AnswerCall } from './fake-answers.ts';

/** The deadline of a call of the runtime, in ms. Only an answer of the page's test is so slow. */
const deadlineMs = 30_000;

/**
 * Makes calls as the runtime does: values are checked, there is a session first, and a lost one is
 * replaced. A read is not repeated after another failure.
 */
export function createFakeRequest(
  session: SessionDriver,
  answer: AnswerCall,
  onCall: (event: CallEvent) => void,
): SessionRequest {
  const { clock } = session.context.browser;
  return async (area, name, values, options = {}) => {
    const { ended, findSession, beforeSend, signal } = options;
    const { viewerSignal = session.getViewerSignal() } = options;
    const encoded = encodeCall(area, name, values);
    const { id, session: need } = encoded;
    const send = createSend(
      clock,
      encoded,
      () => answer(encoded.id, values ?? {}),
      onCall,
      beforeSend,
    );
    const calledAt = clock.monotonic();
    const signals = [...(ended ? [] : [viewerSignal]), ...(signal ? [signal] : [])];
    return withDeadline(clock, deadlineMs, signals, async (over) => {
      let carried: SavedSession | undefined;
      if (!ended && need !== 'none') {
        carried = await (findSession ? findSession() : session.ready());
        if (!carried && need === 'required') {
          throw new UsherError('static-session', `${id}: there is no session`);
        }
      }
      if (over.aborted) throw new AbortedError([over]); // the platform does not see the call
      return send().catch((error: unknown) => {
        if (!carried || !isUsherError(error, 'session-lost')) throw error;
        return recover(session, { encoded, lost: carried, error, send, calledAt, signal });
      });
    });
  };
}

/** Sends a call once, and reports its end. */
function createSend(
  clock: Clock,
  encoded: EncodedCall,
  answer: () => Promise<Answer>,
  onCall: (event: CallEvent) => void,
  beforeSend: (() => void) | undefined,
): () => Promise<Answer> {
  const begin = countAttempts(clock, encoded, onCall);
  return async () => {
    beforeSend?.();
    const end = begin();
    try {
      const answered = await answer();
      end(answered.status);
      return answered;
    } catch (error) {
      const { status, code } = error as Partial<UsherError>; // a function of the page may throw
      end(status, code);
      throw isUsherError(error) ? withEndpoint(error, encoded.id) : error;
    }
  };
}
