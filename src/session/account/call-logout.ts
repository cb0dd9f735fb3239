import { encodeCall } from '../../contract/encode-call.ts';
import { session as sessionArea } from '../../contract/session.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import { withDeadline } from '../../transport/deadline.ts';
import type { InternalRequestOptions } from '../request.ts';
import { withEnded } from '../state/ended-sessions.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';
import type { LoginParts } from './send-login.ts';
import { reportEnd, reportLater } from './send-logout.ts';

type LogoutOptions = Pick<InternalRequestOptions, 'signal' | 'viewerSignal' | 'calledAt'>;

/** The deadline of the call, with its wait for a session. */
const deadlineMs = 30_000;

/**
 * Makes a raw call of `session/logout`. The session ends first, in all tabs, as with `logout()`:
 * otherwise the next call would log the viewer in again. Returns the answer of the platform. If
 * there is none, the logout stays pending and is repeated. A request that has left goes on after
 * `dispose()`.
 */
export async function callLogout(
  parts: LoginParts,
  values: object,
  options: LogoutOptions = {},
): Promise<Answer> {
  const { context } = parts.session;
  const { clock } = context.browser;
  encodeCall(sessionArea, 'logout', values, context.dialect.parameters); // a wrong value ends nothing
  const { signal, calledAt = clock.monotonic() } = options;
  const leftMs = calledAt + deadlineMs - clock.monotonic();
  const signals = signal ? [signal, context.disposal] : [context.disposal];
  return withDeadline(clock, leftMs, signals, (over) => endAndReport(parts, values, options, over));
}

async function endAndReport(
  { session, request }: LoginParts,
  values: object,
  { viewerSignal, ...options }: LogoutOptions,
  over: AbortSignal,
): Promise<Answer> {
  const { context, $user } = session;
  const load = () => import('../recovery/report-ended.ts');
  const { noteWait, removeEnded, removeAgain } = await context.loadChunk('recovery', load, [over]);
  // Without a session the request says so.
  if (!(await session.ready())) return request(sessionArea, 'logout', values, options);
  if (viewerSignal?.aborted || over.aborted) throw new AbortedError([viewerSignal, over]);
  const user = $user.get();
  const [ended] = withEnded([], session.end(), context.browser.clock.now());
  if (!ended) throw new AbortedError('viewer-changed'); // another tab has just erased it
  const { id } = ended;
  context.loggingOut.add(id);
  context.emit('logout', user ?? null);
  const answer = request(sessionArea, 'logout', values, { ...options, ended });
  const error = await answer.then(
    () => undefined,
    (reason: UsherError) => reason,
  );
  context.loggingOut.delete(id);
  // A 401: it was over already.
  if (!error || error.status === 401) {
    removeEnded(context, [ended]);
    void removeAgain(context, [ended]);
  } else {
    syncFromStorage(context);
    const { record, persistence } = context;
    // Without a store only this page knows it. Another tab may have reported it meanwhile.
    if (persistence === 'none') reportLater(context, ended);
    else if (record?.ended?.some((each) => each.id === id)) reportEnd(context);
    noteWait(context, ended, error); // the report begins in a later task, and finds it
  }
  return answer;
}
