import type { Clock } from '../../browser/clock.ts';
import { session as sessionArea } from '../../contract/session.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { textIn, textOf } from '../../dialect/readers.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import { noteUnreadable } from '../note-unreadable.ts';
import type { RequestOptions, SessionRequest } from '../request.ts';
import type { SessionDriver } from '../session.ts';
import { followOwner } from '../state/follow-owner.ts';
import { ownerName } from '../state/owner-name.ts';
import type { SessionContext } from '../state/session-context.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';

/** A report token is not used in its last minute. */
const spareMs = 60_000;

/** How `reportToken` asks. */
export interface ReportTokenOptions extends RequestOptions {
  /**
   * Asks the platform even if the token in memory is still valid, for a report that needs the whole
   * time of a token. The new token replaces the one in memory. Default: `false`.
   */
  readonly fresh?: boolean | undefined;
}

/** A token, and its end by both clocks: the wall clock may be set back. */
interface KeptToken {
  readonly token: string;
  readonly endsAt: number;
  readonly endsAtMonotonic: number;
}

/** What is used of the answer with the token. */
interface ReportAnswer extends Pick<Answer, 'result' | 'status'> {
  /** The endpoint that was called, if it is another one than `session/reporttoken`. */
  readonly endpoint?: string;
}

function keepUntilItsEnd(token: string, { now, monotonic }: Clock): KeptToken {
  const endsAt = Number(/(?:^|&)se=(\d+)/.exec(token)?.[1] ?? 0) * 1000;
  return { token, endsAt, endsAtMonotonic: monotonic() + endsAt - now() };
}

const isUsable = ({ endsAt, endsAtMonotonic }: KeptToken, { now, monotonic }: Clock): boolean =>
  Math.min(endsAt - now(), endsAtMonotonic - monotonic()) > spareMs;

/**
 * Creates the function that fetches the report token: `GET /session/reporttoken`, or without a
 * session `GET /session/staticdetails`. It keeps the token for the viewer and session of the
 * request, until a minute before its expiry: the `se=` part, in unix seconds.
 */
export function createReportToken(
  session: SessionDriver,
  request: SessionRequest,
): (options?: ReportTokenOptions) => Promise<string> {
  const { context } = session;
  const { clock } = context.browser;
  let kept: KeptToken | undefined;
  const owner = followOwner(
    session,
    () => ownerName(session),
    () => {
      kept = undefined;
    },
  );
  return async ({ fresh, ...options } = {}) => {
    syncFromStorage(context); // another tab may have logged in or out
    if (!fresh && kept && owner() && isUsable(kept, clock)) return kept.token;
    const { signal } = context.viewerController;
    let asker = owner();
    const findSession = async (): ReturnType<typeof session.ready> => {
      const ready = await session.ready();
      asker = owner(); // known now: the call carries this session
      return ready;
    };
    const answer: ReportAnswer = await request(
      sessionArea,
      'reporttoken',
      {},
      { ...options, findSession },
    ).catch((error: UsherError) => {
      if (error.code !== 'static-session' || !context.details) throw error;
      return fetchReportValues(context, options.signal ? [signal, options.signal] : [signal]);
    });
    const token = tokenIn(context, answer);
    if (asker && asker === owner()) kept = keepUntilItsEnd(token, clock);
    return token;
  };
}

/** @throws {MalformedError} `malformed`. */
function tokenIn(
  context: SessionContext,
  { result, status, endpoint = 'session/reporttoken' }: ReportAnswer,
): string {
  const token = textIn(result, 'general', 'reporttoken') ?? textOf(result);
  if (token) return token;
  noteUnreadable(context, endpoint, status);
  throw new MalformedError(endpoint, 'the answer has no token');
}

/** Fetches the values for reports of a viewer without a session, among them the report token. */
async function fetchReportValues(
  context: SessionContext,
  signals: readonly AbortSignal[],
): Promise<ReportAnswer> {
  const load = () => import('../recovery/static-details.ts');
  const { fetchStaticDetails } = await context.loadChunk('recovery', load, signals);
  const { data } = await fetchStaticDetails(context, signals);
  return { result: data!['system'], status: 200, endpoint: 'session/staticdetails' };
}
