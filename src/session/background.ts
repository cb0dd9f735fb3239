import { pause } from '../browser/clock.ts';
import { createDurable } from '../browser/durable.ts';
import { oncePart } from '../browser/load-chunk.ts';
import { nothing } from '../browser/nothing.ts';
import { onWake } from '../browser/wake.ts';
import { keepaliveArea } from '../contract/keepalive.ts';
import { startKeepalive } from './keepalive/keepalive.ts';
import { createLeaseManager, type LeaseManager } from './keepalive/lease.ts';
import { maxWaitMs } from './opening/obtain-session.ts';
import { consumeOpening, prepareOpening } from './opening/opening-state.ts';
import { waitMsOf } from './opening/start-opening.ts';
import type { SessionRequest } from './request.ts';
import type { SessionDriver } from './session.ts';
import { replaceBackground } from './state/lifetime.ts';
import type { SessionContext } from './state/session-context.ts';
import { readMirror } from './storage/persistence.ts';
import { createErasureReviews } from './storage/review-erasure.ts';
import type { SavedSession } from './storage/saved-session.ts';
import { claimName } from './storage/stored-names.ts';
import { sync } from './storage/tabs.ts';

/**
 * Most viewers leave a page sooner. The code for calls is needed for the first keepalive, after 10
 * min.
 */
const loadCallsAfterMs = 120_000;

/** The interval after which a logout that the platform has not confirmed is repeated. */
const reportAgainMs = 300_000;

/**
 * Starts the background tasks of a session: keepalive, IndexedDB copy, reports of ended sessions.
 * The returned function stops them.
 */
export function startSessionTasks(session: SessionDriver, request: SessionRequest): () => void {
  const { context } = session;
  const { browser, settings } = context;
  const tabId = String(browser.random());
  const lease = createLeaseManager(context, createDurable(browser, settings.key), tabId);
  const keepalive = startKeepalive(session, request, lease);
  const ends = createEndReports(context, request, lease);
  const reviews = createErasureReviews(context);
  replaceBackground(context, {
    sync: () => sync(context),
    openUnderLease: (open) => openUnderLease(context, lease, open),
    lease,
    revive: keepalive.revive,
    checkKeepalive: () => keepalive.check('timeupdate'),
    onPersisted: () => void lease.commit(),
    reportEnds: ends.report,
  });
  reviews.review();
  sync(context); // changes since the page last read the storage
  void lease
    .commit()
    .then(() => keepalive.check())
    .then(ends.report);
  const loadCalls = (): void => void context.loadCalls().catch(nothing);
  const cancelLoading = browser.clock.after(loadCallsAfterMs, loadCalls);
  const stopWaking = (browser.onWake ?? onWake)((type) => {
    sync(context);
    keepalive.check(type);
    if (type === 'online') void ends.report();
    if (type === 'pageshow' || type === 'resume') reviews.review();
  });
  const stops = [cancelLoading, ends.stop, reviews.stop, stopWaking, keepalive.stop, lease.stop];
  return () => {
    for (const stop of stops) stop();
    replaceBackground(context, undefined);
  };
}

/** Whether a session has ended here, and the platform has not confirmed that yet. */
const hasUnreported = ({ unreported, record }: SessionContext): boolean =>
  unreported.length > 0 || !!record?.ended?.length;

/**
 * Reports ended sessions to the platform, unless another tab does. What fails is repeated while the
 * page is open, and by the next page.
 */
function createEndReports(
  context: SessionContext,
  request: SessionRequest,
  lease: LeaseManager,
): { readonly report: () => Promise<void>; readonly stop: () => void } {
  const loadReporter = oncePart(
    () => context.loadChunk('recovery', () => import('./recovery/report-ended.ts')),
    ({ createEndReporter }) =>
      createEndReporter(context, lease, (ended) => request(keepaliveArea, 'logout', {}, { ended })),
  );
  let cancel = nothing;
  let isStopped = false;
  const report = async (): Promise<void> => {
    cancel();
    const { page } = context.browser;
    if (page.isPrerendering()) await page.activated(); // it sends nothing before
    if (!hasUnreported(context)) return;
    const reportEnded = await loadReporter().catch(nothing);
    await reportEnded?.();
    cancel();
    if (isStopped || !hasUnreported(context)) return;
    cancel = context.browser.clock.after(reportAgainMs, () => void report());
  };
  return {
    report,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/**
 * Opens a session while no other tab does. If another tab has opened one meanwhile, returns that
 * one. If the opening of another tab has failed meanwhile, this one fails with the same reason, so
 * that no tab waits for the deadlines of all tabs before it.
 */
async function openUnderLease(
  context: SessionContext,
  lease: LeaseManager,
  open: () => Promise<SavedSession | undefined>,
): Promise<SavedSession | undefined> {
  const { signal } = context.viewerController;
  const failedBefore = lastFailure(context);
  const startedAt = context.browser.clock.now();
  // The mirror may lack an earlier failure until IndexedDB brings it.
  const hasFailed = (): boolean => {
    const failedAt = lastFailure(context) ?? 0;
    return failedAt !== failedBefore && failedAt >= startedAt;
  };
  for (;;) {
    await waitForTurn(context, signal);
    if (await lease.acquire(signal, hasFailed)) {
      if (!hasToWait(context)) break;
      void lease.release(); // something has happened while this tab waited for the lease
      continue;
    }
    if (signal.aborted) return open(); // it rejects; no lease is held
    if (context.current && !context.lost) return context.current;
    if (hasFailed()) {
      shareFailure(context);
      return open().finally(() => consumeOpening(context)); // in case it needed none any more
    }
  }
  return open().finally(() => void lease.release());
}

/** How often a waiting tab checks whether it may send an opening. */
const lookMs = 100;

/**
 * Whether no opening may be sent yet: because of a login, of the opening of another tab, or for the
 * rest of the wait after one that failed. With a longer wait an opening fails at once.
 */
function hasToWait(context: SessionContext): boolean {
  const { browser, settings, store, record } = context;
  const claim = store.get(claimName(settings.key));
  const waitMs = waitMsOf(readMirror(context) ?? record, claim, browser.clock.now());
  return waitMs > 0 && waitMs <= maxWaitMs;
}

/**
 * Waits until an opening may be sent, without the lease. Otherwise the lease would end before the
 * answer of the opening, and another tab would send one too. The timers of a hidden page are late.
 */
async function waitForTurn(context: SessionContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && hasToWait(context)) await pause(context.browser.clock, lookMs);
}

/** Wall time in ms of the last opening that failed in any tab. */
const lastFailure = (context: SessionContext): number | undefined =>
  readMirror(context)?.failedOpenings?.failedAt;

/** Longer than the wait that an opening accepts, so that it fails at once. */
const failsAtOnceMs = 3000;

/** Lets the next opening of this page fail for the reason of the last one, without a request. */
function shareFailure(context: SessionContext): void {
  const before = readMirror(context);
  const startedAt = context.browser.clock.now();
  const retryAt = before?.failedOpenings?.retryAt ?? 0;
  prepareOpening(context, {
    kind: 'postponed',
    deviceHash: '', // no session is made with it
    startedAt,
    before,
    waitMs: Math.max(failsAtOnceMs, retryAt - startedAt),
  });
}
