import { encodeCall } from '../../contract/encode-call.ts';
import { session as sessionArea } from '../../contract/session.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import type { InternalRequestOptions } from '../request.ts';
import { withEnded } from '../state/ended-sessions.ts';
import type { LoginParts } from './send-login.ts';
import { reportEnd } from './send-logout.ts';

type LogoutOptions = Pick<InternalRequestOptions, 'signal' | 'life' | 'calledAt'>;

/**
 * Makes a raw call of `session/logout`. The session ends first, in all tabs, as with `logout()`:
 * otherwise the next call would log the viewer in again. Returns the answer of the platform. If
 * there is none, the logout stays pending and is repeated.
 */
export async function callLogout(
  { session, request }: LoginParts,
  values: object,
  { life, ...options }: LogoutOptions = {},
): Promise<Answer> {
  const { context, $user } = session;
  encodeCall(sessionArea, 'logout', values, context.dialect.parameters); // a wrong value ends nothing
  const load = () => import('../recovery/report-ended.ts');
  const { removeEnded } = await context.loadChunk('recovery', load, [options.signal]);
  // Without a session the request says so.
  if (!(await session.ready())) return request(sessionArea, 'logout', values, options);
  if (life?.aborted || options.signal?.aborted) throw new AbortedError();
  const user = $user.get();
  const [ended] = withEnded([], session.end(), context.browser.clock.now());
  if (!ended) throw new AbortedError(); // another tab has just erased it
  context.emit('logout', user ?? null);

  const answer = request(sessionArea, 'logout', values, { ...options, ended });
  const isOver = answer.then(
    () => true,
    (error: UsherError) => error.status === 401, // it was over already
  );
  if (await isOver) removeEnded(context, [ended]);
  else reportEnd(context);
  return answer;
}
