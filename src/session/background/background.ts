import { onWake } from '../../browser/wake.ts';
import { createDurable } from '../../browser/durable.ts';
import type { BackgroundTasks, Held } from '../held.ts';
import { startKeepalive } from './keepalive.ts';
import { createLeaseManager } from './lease.ts';
import type { Kept, LeaseManager } from './lease.ts';
import { tellLogouts } from './logout.ts';
import { dropOldErasure } from './old-erasure.ts';
import type { Request } from '../calls/request.ts';
import type { SavedSession } from '../saved-session.ts';
import type { SessionDriver } from '../session.ts';
import { noteTabEnd } from './tab-ends.ts';
import { sync } from './tabs.ts';

/**
 * Most viewers leave a page sooner: only who stays needs what sends the first keepalive, after 10
 * min.
 */
const loadCallsAfterMs = 120_000;

/**
 * Keeps the session of all tabs: alive, in IndexedDB, and its ends told. Returns the way to stop.
 */
export function startSessionTasks(session: SessionDriver, request: Request): () => void {
  const { held } = session;
  const { browser, settings, background } = held;
  const owner = `${browser.clock.now()}:${browser.random()}`;
  const turns = createLeaseManager(held, createDurable<Kept>(browser, settings.key), owner);
  const keepalive = startKeepalive(session, request, turns);
  const tell = (): Promise<void> => tellEnds(session, request, turns);
  const tasks: Required<BackgroundTasks> = {
    sync: () => sync(held),
    guard: (open) => guard(held, turns, open),
    revive: keepalive.send,
    kept(saved, before) {
      noteTabEnd(held, before, saved);
      void turns.commit();
    },
    tell,
  };
  Object.assign(background, tasks);
  dropOldErasure(held);
  sync(held); // what came since the page looked
  void turns
    .commit()
    .then(() => keepalive.look())
    .then(tell);
  const cancelLoading = browser.clock.after(
    loadCallsAfterMs,
    () => void held.loadCalls().catch(() => {}),
  );
  const stopWaking = (browser.onWake ?? onWake)((type) => {
    sync(held);
    keepalive.look(type);
    if (type === 'online') void tell();
  });
  return () => {
    cancelLoading();
    stopWaking();
    keepalive.stop();
    for (const name of Object.keys(tasks)) delete background[name as keyof BackgroundTasks];
  };
}

/** Tells the platform of sessions that have ended, unless another tab is at it. */
async function tellEnds(
  { held, signal }: SessionDriver,
  request: Request,
  turns: LeaseManager,
): Promise<void> {
  const isTold = !held.untold.length && !held.saved?.ended?.length;
  if (isTold || !(await turns.acquire(signal()))) return;
  await tellLogouts(request, held);
  await turns.release();
}

/**
 * Opens a session while no other tab does; what another one has opened meanwhile is taken over
 * instead.
 */
async function guard(
  held: Held,
  turns: LeaseManager,
  open: () => Promise<SavedSession | undefined>,
): Promise<SavedSession | undefined> {
  const { signal } = held.life;
  while (!(await turns.acquire(signal))) {
    if (signal.aborted) return open(); // it says so; there is nothing to release
    if (held.current && !held.lost) return held.current;
  }
  try {
    return await open();
  } finally {
    void turns.release();
  }
}
