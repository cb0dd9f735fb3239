import { atom, type ReadableAtom } from 'nanostores';
import { createInternalController } from '../errors/abort-reason.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { serverError } from '../errors/server-error.ts';
import { readOnly } from '../reactive/read-only-store.ts';
import { maxGapMs } from './opening/can-resume.ts';
import { openSession, settleLogin } from './opening/open-session.ts';
import type { BackgroundTasks, SessionOptions } from './session-options.ts';
import { endEverywhere, eraseSession, type Erasing } from './state/end-session.ts';
import { endSession } from './state/lifetime.ts';
import type { SessionContext } from './state/session-context.ts';
import { sessionState, type SessionState, type User } from './state/session-state.ts';
import { isTrusted } from './state/session-store.ts';
import type { ErasureReason } from './storage/erasure.ts';
import { adoptRecord, readMirror } from './storage/persistence.ts';
import type { SavedSession } from './storage/saved-session.ts';
import { syncFromStorage } from './storage/sync-from-storage.ts';

/** The session of one runtime, and its operations. */
export interface SessionDriver {
  readonly $session: ReadableAtom<SessionState>;
  readonly $user: ReadableAtom<User | null | undefined>;
  /**
   * Returns the session. Opens one when there is none, with one request for any number of callers.
   * `undefined` when only static details are known.
   */
  readonly ready: () => Promise<SavedSession | undefined>;
  /** The present session, without a request. */
  readonly current: () => SavedSession | undefined;
  /**
   * Calls back within each change of the session, before any listener of the page. Only for parts
   * of the runtime. The returned function unsubscribes.
   */
  readonly onChange: (listener: () => void) => () => void;
  /** Ends the session at once, in all tabs, and aborts its calls. Returns the ended session. */
  readonly end: () => SavedSession | undefined;
  /** Ends the session and erases all stored data, at once and in all tabs. */
  readonly erase: (reason: ErasureReason) => Erasing;
  /**
   * Adopts the changes of other tabs. Returns the signal of the present viewer. It is aborted when
   * the session ends, or when its user changes.
   */
  readonly getViewerSignal: () => AbortSignal;
  /** For chunks that are loaded later and belong to the session. */
  readonly context: SessionContext;
  /** Ends everything permanently. */
  readonly dispose: () => void;
}

export function createSession(options: SessionOptions): SessionDriver {
  const context = createContext(options);
  // The page may begin much later: it has to know what another tab erases until then. It reads the
  // record again when it begins, and waits then for a login that is still under way.
  const saved = readMirror(context);
  if (saved) adoptRecord(context, { ...saved, login: undefined });
  return {
    $session: readOnly(context.$session),
    $user: readOnly(context.$user),
    ready: () => ready(context),
    current: () => (isTrusted(context) ? context.current : undefined),
    onChange(listener) {
      context.observers.add(listener);
      return () => void context.observers.delete(listener);
    },
    end: () => endEverywhere(context),
    erase: (reason) => eraseSession(context, reason),
    getViewerSignal() {
      context.background?.sync();
      return context.viewerController.signal;
    },
    context,
    dispose: () => endSession(context),
  };
}

function createContext(options: SessionOptions): SessionContext {
  const { settings, browser } = options;
  const store = browser.textStore(settings.persistence);
  return {
    ...options,
    $session: atom(sessionState('idle', undefined, { changedAt: browser.clock.now() })),
    $user: atom<User | null | undefined>(),
    observers: new Set(),
    unreported: [],
    loggingOut: new Set(),
    store,
    persistence: settings.persistence,
    storedText: null,
    aliveAt: 0,
    failures: 0,
    viewerController: createInternalController(options.disposal),
  };
}

function ready(context: SessionContext): Promise<SavedSession | undefined> {
  if (context.disposal.aborted) return Promise.reject(new AbortedError('disposed'));
  if (context.browser.isServer) return Promise.reject(serverError());
  const {
    background,
    browser: { clock },
  } = context;
  syncFromStorage(context);
  const { current, pending, lost, paused } = context;
  if (context.record?.login && !pending) return settleLogin(context);
  if (paused) return paused;
  if (!current || pending || lost) return settled(context);
  const gapMs = Math.max(clock.now() - current.keptAliveAt, clock.monotonic() - context.aliveAt);
  if (gapMs < maxGapMs) return Promise.resolve(current);
  // A keepalive checks the session before other calls.
  return background ? revived(context, background) : openSession(context, 'open');
}

/** Returns the session after a keepalive. One that has ended meanwhile is not opened again. */
async function revived(
  context: SessionContext,
  background: BackgroundTasks,
): Promise<SavedSession | undefined> {
  const { signal } = context.viewerController;
  await background.revive();
  if (signal.aborted && !context.current) throw new AbortedError([signal]);
  return settled(context);
}

/** Returns the present session, or the pending one. */
function settled(context: SessionContext): Promise<SavedSession | undefined> {
  const { current, pending, lost, details } = context;
  if (pending) return pending;
  if (current && !lost) return Promise.resolve(current);
  if (details) return Promise.resolve(undefined);
  // While openings fail, the state stays what it is until the next one is sent.
  const isShown = (context.retry?.at ?? 0) > context.browser.clock.now();
  return openSession(context, isShown ? undefined : 'open');
}
