import { encodeCall } from '../contract/encode-call.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionDriver } from '../session/session.ts';
import type { CallEvent } from '../transport/call-event.ts';
import { countAttempts } from '../transport/call-trace.ts';
import { withDeadline } from '../transport/deadline.ts';
import type { AnswerCall } from './fake-answers.ts';

/** The same as for a call of the runtime. Only an answer of the page's test can be so slow. */
const deadlineMs = 30_000;

/** Makes calls as the runtime does: values are checked, and there is a session first. */
export function createFakeRequest(
  session: SessionDriver,
  answer: AnswerCall,
  onCall: (event: CallEvent) => void,
): SessionRequest {
  const { clock } = session.context.browser;
  return async (
    area,
    name,
    values,
    { ended, findSession, beforeSend, signal, life = session.followViewer() } = {},
  ) => {
    const encoded = encodeCall(area, name, values);
    const { id, session: need } = encoded;
    const signals = [...(ended ? [] : [life]), ...(signal ? [signal] : [])];
    return withDeadline(clock, deadlineMs, signals, async (over) => {
      if (!ended && need !== 'none') {
        const carried = await (findSession ? findSession() : session.ready());
        if (!carried && need === 'required') {
          throw new UsherError('static-session', `${id}: there is no session`);
        }
      }
      if (over.aborted) throw new AbortedError(); // the platform does not see the call
      beforeSend?.();
      const end = countAttempts(clock, encoded, onCall)();
      try {
        const answered = await answer(id, values ?? {});
        end(answered.status);
        return answered;
      } catch (error) {
        const { status, code } = error as Partial<UsherError>; // a function of the page may throw
        end(status, code);
        throw error;
      }
    });
  };
}
