import { chunks } from '../browser/load-chunk.ts';
import { inspectEnvironment, reach } from '../browser/probes.ts';
import { reportTokenArea } from '../contract/report-token.ts';
import { readAnswer } from '../dialect/read-answer.ts';
import { isObject } from '../errors/is-object.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import { faulty, fine, type DiagnosticResult } from './diagnostic-result.ts';
import { failedAttempts } from './logged-calls.ts';
import { lookAtItems, type DiagnosedPage } from './look-at-items.ts';
import { lookAtPurchases } from './look-at-purchases.ts';

/** A larger difference of the clocks is reported. */
const maxSkewMs = 60_000;

/** Checks all causes that can keep a runtime from working, and describes what helps. */
export async function diagnose(
  context: SessionContext,
  request: SessionRequest,
  page: DiagnosedPage,
): Promise<readonly DiagnosticResult[]> {
  const unreadable = await countUnreadable(context, page);
  const [database, platform] = await Promise.all([
    lookAtDatabase(context),
    lookAtPlatform(context),
  ]);
  const [storage, ...environment] = lookAtEnvironment();
  return [
    storage,
    database,
    ...environment,
    platform,
    await lookAtCalls(context, request, platform.ok),
    await lookAtItems(page, platform.ok),
    lookAtPurchases(page),
    lookAtChunks(),
    lookAtCopies(context),
    unreadable
      ? faulty(
          'answers',
          `${unreadable} of the last could not be read: another dialect may be needed`,
        )
      : fine('answers', 'All could be read'),
    lookAtKeepalive(context),
  ];
}

/** The number of answers that could not be read: logged ones, and those that a state shows. */
async function countUnreadable(context: SessionContext, { items }: DiagnosedPage): Promise<number> {
  const logged = (await failedAttempts(context)).filter(({ code }) => code === 'malformed');
  const states = Array.from(items.known.values(), ({ internals }) => internals.$state.get());
  const shown = states.filter(({ reason, error }) => reason === 'unreadable' && !error);
  const hasOpening = context.$session.get().error?.code === 'malformed';
  return logged.length + shown.length + Number(hasOpening);
}

/** The checks of the browser: the storage first. */
function lookAtEnvironment(): readonly [DiagnosticResult, ...DiagnosticResult[]] {
  const { mirror, isPartitioned, skewMs, hasLocks } = inspectEnvironment();
  const clockFinding = Math.abs(skewMs) < maxSkewMs ? fine : faulty;
  return [
    mirror === 'ok'
      ? fine('storage', 'It works')
      : faulty('storage', `It cannot be used (${mirror}): sessions last as long as the page`),
    isPartitioned
      ? faulty('partition', 'This frame of another site has storage of its own')
      : fine('partition', 'Shared with the whole site'),
    clockFinding('clock', `It differs by ${skewMs} ms from the time since the page was loaded`),
    fine('locks', `${hasLocks ? 'Available' : 'Not available'}, and not needed`),
  ];
}

function lookAtCopies({ settings }: SessionContext): DiagnosticResult {
  const copies = settings.registration.copies?.size ?? 1;
  return copies === 1
    ? fine('copies', 'One copy')
    : faulty('copies', `${copies} copies share one runtime: one is enough`);
}

function lookAtKeepalive({ $session }: SessionContext): DiagnosticResult {
  const { late, status } = $session.get();
  return late
    ? faulty('keepalive', `Late by ${Math.round(late.byMs / 1000)} s (${late.why})`)
    : fine('keepalive', `In time; the session is ${status}`);
}

/** Reads an absent record to check whether the database works. */
async function lookAtDatabase({
  browser: { readRecord, clock },
}: SessionContext): Promise<DiagnosticResult> {
  const start = clock.monotonic();
  const late = new Promise<string>(
    (resolve) => void clock.after(2000, () => resolve('it does not answer')),
  );
  // Before the first write there is no database.
  const read = readRecord('probe')
    .then(
      () => '',
      (error?: Error) => error?.name ?? 'it is not there',
    )
    .then((name) => (name === 'NotFoundError' ? '' : name));
  const reason = await Promise.race([read, late]);
  if (reason) {
    return faulty(
      'database',
      `It cannot be used (${reason}): tabs do not coordinate, and a lost session is not restored`,
    );
  }
  return fine('database', `It answers within ${Math.round(clock.monotonic() - start)} ms`);
}

const ways = {
  cors: 'It answers, but not to this page: its CORS headers must name this origin',
  csp: 'The Content-Security-Policy forbids it: connect-src must name its origin',
  unreachable: 'It cannot be reached: the network, an ad blocker, or a wrong baseUrl',
} as const;

async function lookAtPlatform({
  settings: { baseUrl },
  dialect,
  loadCalls,
}: SessionContext): Promise<DiagnosticResult> {
  const id = 'session/staticdetails';
  const endCall = await loadCalls().then(
    ({ log }) => log.begin(id),
    () => undefined,
  ); // the code for calls may be missing
  const reached = await reach(`${baseUrl}/${id}`);
  endCall?.(typeof reached === 'string' ? 0 : reached.status);
  const at = `${baseUrl}: `;
  if (typeof reached === 'string') return faulty('platform', at + ways[reached]);
  const { status, text } = reached;
  if (status === 404) {
    return faulty('platform', `${at}It answers 404: baseUrl may be wrong`);
  }
  try {
    // A refusal of the platform is readable too.
    const { metadata, result } = readAnswer(id, 200, text, dialect);
    if (!Object.keys(metadata).length && !isObject(result)) {
      throw new TypeError('no envelope');
    }
  } catch {
    return faulty(
      'platform',
      `${at}It answers ${status}, but not as a platform does: baseUrl may be wrong, or a proxy answers`,
    );
  }
  return fine('platform', 'It answers this page');
}

/** Parts of the runtime that were requested but not loaded. */
function lookAtChunks(): DiagnosticResult {
  const missing = Array.from(chunks)
    .filter(([, isThere]) => !isThere)
    .map(([name]) => name);
  return missing.length
    ? faulty(
        'chunks',
        `Not loaded: ${missing.join(', ')}. The server of the script needs all files of the build`,
      )
    : fine('chunks', 'All needed ones are loaded');
}

/** A call with the headers of a session needs a preflight. The opening does not. */
async function lookAtCalls(
  { current }: SessionContext,
  request: SessionRequest,
  isReachable: boolean,
): Promise<DiagnosticResult> {
  if (!current || !isReachable) {
    return fine('calls', 'Not tried: no session, or no platform');
  }
  try {
    await request(reportTokenArea, 'reporttoken');
    return fine('calls', 'A call with a session works');
  } catch (error) {
    // Neither the message nor the platform's hint: they may name the viewer.
    const { code, status } = isUsherError(error) ? error : { code: 'error' };
    if (code !== 'network') {
      return faulty('calls', `A call failed: ${code}${status ? `, status ${status}` : ''}`);
    }
    return faulty(
      'calls',
      'Calls with a session fail: the preflight must allow X-Request-CID and X-Request-Token',
    );
  }
}
