import { createInternalController } from '../../errors/abort-reason.ts';
import { dropOpening, type OpeningState } from '../opening/opening-state.ts';
import type { BackgroundTasks, SessionOptions } from '../session-options.ts';
import type { SessionPersistence } from '../storage/persistence.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import type { SessionEvent } from './machine.ts';
import {
  dispatch,
  replaceDetails,
  replaceSession,
  setSession,
  trustSession,
  type SessionStore,
} from './session-store.ts';
import type { Writable } from './writable.ts';

/** A try to open a session at a later time. */
export interface PlannedRetry {
  /** Wall time in ms. */
  readonly at: number;
  readonly cancel: () => void;
}

/**
 * What begins and ends with a session on this page, and the timers for the next one. Only the
 * functions of this file change it.
 */
export interface SessionLifetime {
  /**
   * Aborted when the present session ends, or its user changes. Work that outlives the session,
   * such as the report of its end, is bound to the disposal of the runtime instead.
   */
  readonly viewerController: AbortController;
  /** Aborts the calls that were made before an unclear login: they end with the user before. */
  readonly earlierViewerController?: AbortController | undefined;
  /** Openings that failed in a row. */
  readonly failures: number;
  /** The next try to open a session, after a failed one. */
  readonly retry?: PlannedRetry | undefined;
  /** The background tasks, while they run. */
  readonly background?: BackgroundTasks | undefined;
  /**
   * The next session after several were lost in a row. It is opened after a pause. Rejected when
   * the pause is long.
   */
  readonly paused?: Promise<SavedSession | undefined> | undefined;
  /** ID of the last session with which a call of this page has succeeded. */
  readonly confirmed?: string | undefined;
  /** The last session with a user that has ended on this page. Only in memory. */
  readonly lastViewer?: SavedSession | undefined;
  /** A session has ended on this page: no session is restored from IndexedDB. */
  readonly hasEnded?: boolean;
}

/** The parts of a session that this file uses. A start or an end changes all of them. */
type LifetimeParts = Writable<SessionLifetime> &
  SessionStore &
  SessionPersistence &
  OpeningState &
  Pick<SessionOptions, 'browser' | 'settings' | 'emit' | 'disposal'>;

/** Shows a session that was opened, kept alive or taken over. */
export function activate(
  context: LifetimeParts,
  session: SavedSession,
  event: SessionEvent = 'opened',
): void {
  const { current, earlierViewerController } = context;
  const shown = context.$user.value;
  // Calls of the previous user end, also when another tab changed the user.
  if (shown && shown.id !== session.user?.id) abortCalls(context);
  if (current?.user && current.user.id !== session.user?.id) earlierViewerController?.abort();
  context.earlierViewerController = undefined;
  setSession(context, session);
  endWaiting(context);
  dispatch(context, event);
}

/** Removes the static details, the planned retry and the pause. No opening has failed since. */
function endWaiting(context: LifetimeParts): void {
  context.failures = 0;
  context.paused = undefined;
  replaceRetry(context, undefined);
  replaceDetails(context, undefined);
}

/** Gives later calls a signal of their own, because their user may differ from the present one. */
export function separateCalls(context: LifetimeParts): void {
  const earlierViewerController = context.viewerController;
  replaceViewerController(context);
  context.viewerController.signal.addEventListener('abort', () => earlierViewerController.abort());
  context.earlierViewerController = earlierViewerController;
}

/** Ends the session: aborts its calls. */
export function endSession(context: LifetimeParts): void {
  abortCalls(context);
  dropOpening(context);
  if (context.current?.user) context.lastViewer = context.current;
  // `lost` stays: an opening that is to replace a lost session then ends with an error.
  replaceSession(context, undefined);
  endWaiting(context);
  trustSession(context);
  dispatch(context, 'end');
}

/** The signals of viewers whose session was ended on this page. */
const endedSignals = new WeakSet<AbortSignal>();

/** Whether a session was ended on this page since a signal was the present one. */
export function hasEndedSince(viewerSignal: AbortSignal): boolean {
  const next = nextSignals.get(viewerSignal);
  return endedSignals.has(viewerSignal) || (next !== undefined && hasEndedSince(next));
}

/** Ends a session that the viewer or the page has ended on this page. */
export function endOnThisPage(context: LifetimeParts): void {
  context.hasEnded = true;
  endedSignals.add(context.viewerController.signal);
  endSession(context);
}

/** After an erasure the page does not know who was logged in. */
export function forgetLastViewer(context: LifetimeParts): void {
  context.lastViewer = undefined;
}

/** Notes the session with which a call has succeeded. `undefined` when that one is lost. */
export function noteConfirmed(context: LifetimeParts, id: string | undefined): void {
  context.confirmed = id;
}

/** Replaces the background tasks. `undefined` when they have stopped. */
export function replaceBackground(
  context: LifetimeParts,
  background: BackgroundTasks | undefined,
): void {
  context.background = background;
}

/** Aborts the calls of the session. Later ones have a signal of their own. */
export function abortCalls(context: LifetimeParts): void {
  context.viewerController.abort();
  replaceViewerController(context);
}

/** The signal that has replaced another one. */
const nextSignals = new WeakMap<AbortSignal, AbortSignal>();

function replaceViewerController(context: LifetimeParts): void {
  const before = context.viewerController;
  context.viewerController = createInternalController(context.disposal);
  nextSignals.set(before.signal, context.viewerController.signal);
}

/** Sets the number of openings that failed in a row. */
export function setFailures(context: LifetimeParts, failures: number): void {
  context.failures = failures;
}

/** Replaces the planned try to open a session. The one before is cancelled. */
export function replaceRetry(context: LifetimeParts, retry: PlannedRetry | undefined): void {
  context.retry?.cancel();
  context.retry = retry;
}

/** Replaces the pause before the next session. `undefined` when it is over. */
export function replacePause(context: LifetimeParts, paused: SessionLifetime['paused']): void {
  context.paused = paused;
}
