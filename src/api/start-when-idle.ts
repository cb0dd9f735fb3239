import type { Browser } from '../browser/browser.ts';
import { oncePart } from '../browser/load-chunk.ts';
import { nothing } from '../browser/nothing.ts';
import { onNetworkBack, onWake } from '../browser/wake.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { Emit } from '../reactive/events.ts';
import type { SessionDriver } from '../session/session.ts';

type Background = typeof import('./background.ts');

const load = (): Promise<Background> => import('./background.ts');

/** If the opening takes longer, the tasks start: they notice an erasure in another tab. In ms. */
const longOpeningMs = 1000;

/** The background tasks of a page, started or not. */
export interface BackgroundStart {
  /** Loads and starts the tasks now, once. Never rejects. */
  readonly start: () => Promise<void>;
  /** Stops the tasks, also before they have begun. */
  readonly stop: () => void;
}

/**
 * Loads and starts the background tasks, when the opening has succeeded or failed and the page is
 * idle, or when the opening lasts long. A failed load is repeated when the page is online again or
 * wakes, and with the next call that needs it.
 */
export function startWhenIdle(
  { $session, context, onChange }: SessionDriver,
  { page, clock, onWake: wake = onWake }: Browser,
  emit: Emit,
  run: (background: Background) => () => void,
): BackgroundStart {
  let stopRetrying: (() => void) | undefined;
  let stop = nothing;
  let cancelLong = nothing;
  const begin = oncePart(
    () => context.loadChunk('background', load),
    (background) => (stop = context.disposal.aborted ? nothing : run(background)),
  );
  const start = (): Promise<void> =>
    begin().then(nothing, (error: UsherError) => {
      if (context.disposal.aborted) return;
      emit('error', error);
      stopRetrying ??= onNetworkBack(wake, () => void start());
      if (error.code === 'timeout') load().then(start, nothing); // it may still arrive
    });
  const stopWaiting = onChange(() => {
    const { status } = $session.get();
    cancelLong();
    if (status === 'opening') cancelLong = clock.after(longOpeningMs, start);
    // A page that ends its session itself starts them if there is an end to report.
    const isOver = status === 'ended' && context.hasEnded;
    if (isOver || status === 'idle' || status === 'opening') return;
    stopWaiting();
    page.whenIdle(start);
  });
  return {
    start,
    stop() {
      stopWaiting();
      cancelLong();
      stopRetrying?.();
      stop();
    },
  };
}
