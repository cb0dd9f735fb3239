import { onWake } from '../../browser/wake.ts';
import { keepaliveArea } from '../../contract/keepalive.ts';
import { createDurable } from '../../browser/durable.ts';
import type { SessionContext } from '../session-context.ts';
import type { BackgroundTasks } from '../session-options.ts';
import { startKeepalive } from './keepalive.ts';
import { createLeaseManager } from './lease.ts';
import type { DurableRecord, LeaseManager } from './lease.ts';
import { dropOldErasure } from './old-erasure.ts';
import type { Request } from '../calls/request.ts';
import type { SavedSession } from '../saved-session.ts';
import type { SessionDriver } from '../session.ts';
import { noteTabEnd } from './tab-ends.ts';
import { sync } from './tabs.ts';
import { nothing } from '../../browser/nothing.ts';

/**
 * Most viewers leave a page sooner. The code for calls is needed for the first keepalive, after 10
 * min.
 */
const loadCallsAfterMs = 120_000;

/**
 * Starts the background tasks of a session: keepalive, IndexedDB copy, reports of ended sessions.
 * The returned function stops them.
 */
export function startSessionTasks(session: SessionDriver, request: Request): () => void {
  const { context } = session;
  const { browser, settings, background } = context;
  const durable = createDurable<DurableRecord>(browser, settings.key);
  const tabId = `${browser.clock.now()}:${browser.random()}`;
  const lease = createLeaseManager(context, durable, tabId);
  const keepalive = startKeepalive(session, request, lease);
  const reportEnds = (): Promise<void> => reportEndedSessions(session, request, lease);
  const tasks: Required<BackgroundTasks> = {
    sync: () => sync(context),
    guard: (open) => guard(context, lease, open),
    revive: keepalive.send,
    awake: () => keepalive.check('timeupdate'),
    onPersisted(saved, before) {
      noteTabEnd(context, before, saved);
      void lease.commit();
    },
    reportEnds,
  };
  Object.assign(background, tasks);
  dropOldErasure(context);
  sync(context); // changes since the page last read the storage
  void lease
    .commit()
    .then(() => keepalive.check())
    .then(reportEnds);
  const loadCalls = (): void => void context.loadCalls().catch(nothing);
  const cancelLoading = browser.clock.after(loadCallsAfterMs, loadCalls);
  const stopWaking = (browser.onWake ?? onWake)((type) => {
    sync(context);
    keepalive.check(type);
    if (type === 'online') void reportEnds();
  });
  return () => {
    cancelLoading();
    stopWaking();
    keepalive.stop();
    for (const name of Object.keys(tasks)) delete background[name as keyof BackgroundTasks];
  };
}

/**
 * Reports ended sessions, unless another tab does. Without its code they are reported by the next
 * page, or when the platform is reachable again.
 */
async function reportEndedSessions(
  session: SessionDriver,
  request: Request,
  lease: LeaseManager,
): Promise<void> {
  const { context, signal } = session;
  if (!context.unreported.length && !context.saved?.ended?.length) return;
  const load = () => import('../recovery/report-ended.ts');
  const code = await context.loadChunk('recovery', load, [signal()]).catch(nothing);
  await code?.reportEnded(session, lease, (ended) =>
    request(keepaliveArea, 'logout', {}, { ended }),
  );
}

/**
 * Opens a session while no other tab does. If another tab has opened one meanwhile, returns that
 * one.
 */
async function guard(
  context: SessionContext,
  lease: LeaseManager,
  open: () => Promise<SavedSession | undefined>,
): Promise<SavedSession | undefined> {
  const { signal } = context.life;
  while (!(await lease.acquire(signal))) {
    if (signal.aborted) return open(); // it rejects; no lease is held
    if (context.current && !context.lost) return context.current;
  }
  try {
    return await open();
  } finally {
    void lease.release();
  }
}
