import { pause } from '../../browser/clock.ts';
import { tabNoticeMs } from '../../browser/storage.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import type { Received } from '../post.ts';
import type { SessionEvent } from '../state/machine.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch } from '../state/session-store.ts';
import { isOutdated } from '../storage/compare-records.ts';
import { findDurable } from '../storage/find-durable.ts';
import { readMirror, replaceRecord } from '../storage/persistence.ts';
import type { SessionRecord } from '../storage/saved-session.ts';
import { refreshForOpening } from '../storage/sync-from-storage.ts';
import { dropUnused } from './drop-unused.ts';
import { noteOpening } from './opening-state.ts';
import { releaseClaimOf, type Opening, type OpeningResult } from './opening.ts';
import { readOpening } from './read-opening.ts';
import { startOpening } from './start-opening.ts';

/** The longest wait of a call, in ms. If the next opening is further away, it fails at once. */
export const maxWaitMs = 2000;
/** An answer that takes longer may have been held up by a long task of the page. */
const slowMs = 500;

/**
 * Gets a stored or new session, or the reason why there is none. The request leaves first, then the
 * stores show the event. `early`: the opening, when it was made before.
 */
export async function obtainSession(
  context: SessionContext,
  signal: AbortSignal,
  event?: SessionEvent,
  early?: Opening,
): Promise<OpeningResult> {
  const { settings, browser, dialect } = context;
  refreshForOpening(context);
  const { record, persistence } = context; // the page may have moved to another store
  const opening = early ?? startOpening({ ...settings, persistence }, record, browser, dialect);
  if (event && !signal.aborted) dispatch(context, event);
  if (opening.kind === 'postponed' && opening.waitMs <= maxWaitMs) {
    await pause(browser.clock, opening.waitMs);
    if (signal.aborted) throw new AbortedError([signal]);
    return obtainSession(context, signal);
  }

  noteOpening(context, opening);
  const [received, found] = await receive(context, opening);
  const restored = found && !signal.aborted ? restore(context, found, opening) : undefined;
  const result = resultOf(context, opening, received, restored ?? opening.before);
  if (!restored?.session?.user) return result;

  // A failed opening is counted first: the next one, in any tab, keeps the wait that it was told.
  await dropUnused(context, result, restored);
  releaseClaimOf(opening);
  if (signal.aborted) throw new AbortedError([signal]);
  return obtainSession(context, signal);
}

/** The result of an opening, with its session if it has one. */
function resultOf(
  { settings, dialect, emit }: SessionContext,
  opening: Opening,
  received: Received | undefined,
  before: SessionRecord | undefined,
): OpeningResult {
  if (opening.kind === 'sent' && received) {
    const session = readOpening(received, opening, settings, dialect, emit);
    return { opening, received, session, before };
  }
  const session = opening.kind === 'resumed' ? opening.session : undefined;
  return { opening, received: undefined, session, before };
}

/**
 * Waits for the answer of an opening, and for the record in IndexedDB if the mirror was empty. If
 * the page had a long task, what other tabs have written may come after the answer.
 */
async function receive(
  { browser, settings, disposal }: SessionContext,
  opening: Opening,
): Promise<readonly [Received | undefined, SessionRecord | undefined]> {
  const { before, startedAt } = opening;
  const request = opening.kind === 'sent' ? opening : undefined;
  const { clock } = browser;
  if (request) disposal.addEventListener('abort', request.cancel);
  const isMirrorEmpty = !before && settings.persistence === 'device';
  const find = (): Promise<SessionRecord | undefined> => findDurable(browser, settings.key);
  const [answer, early] = await Promise.all([
    request?.received,
    isMirrorEmpty ? find() : undefined,
  ]);
  // Another tab may have announced a login since the request left.
  const found = early?.session && request ? ((await find()) ?? early) : early;
  const isLate = answer && 'text' in answer && clock.now() - startedAt > slowMs;
  if (isLate) await pause(clock, tabNoticeMs);
  if (request) disposal.removeEventListener('abort', request.cancel);
  return [answer, found];
}

/**
 * Writes the record that was found in IndexedDB to the mirror, which was lost. Returns the record,
 * unless it is not used.
 */
function restore(
  context: SessionContext,
  found: SessionRecord,
  opening: Opening,
): SessionRecord | undefined {
  // After a session has ended on this page, none is restored.
  if (context.hasEnded && found.session) return undefined;
  // Another tab has written the mirror meanwhile.
  if (isOutdated(found, readMirror(context))) return undefined;
  // Another tab may have erased everything since the request left, and gone on: not even the device
  // hash of the request is kept.
  if (found.erasures && found.epochStartedAt >= opening.startedAt) {
    replaceRecord(context, found);
    return undefined;
  }

  // The mirror may have had a later login. Without a fingerprint init asks whose session it is.
  const session = found.session && { ...found.session, fingerprint: '' };
  const restored = { ...found, deviceHash: found.deviceHash || opening.deviceHash, session };
  replaceRecord(context, restored);
  return restored;
}
