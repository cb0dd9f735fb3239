import type { Browser } from '../browser/browser.ts';
import type { Emit } from '../browser/events.ts';
import { oncePart } from '../browser/load-chunk.ts';
import { onWake } from '../browser/wake.ts';
import type { WakeType } from '../browser/wake.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { SessionDriver } from '../session/session.ts';

type Background = typeof import('./background.ts');

const nothing = (): void => {};

/** After these the network may be back. */
const wakesPage: readonly WakeType[] = ['online', 'pageshow', 'resume', 'visibilitychange'];

/**
 * Loads and starts what a session needs beside it: once it is there, or is known not to come, and
 * the page has nothing better to do. What could not be loaded is tried again when the page is
 * online again or wakes, and with the next call that needs it. The returned function stops it, also
 * before it has begun.
 */
export function startWhenIdle(
  { $session, held, onChange }: SessionDriver,
  { page, onWake: wake = onWake }: Browser,
  emit: Emit,
  start: (background: Background) => () => void,
): () => void {
  let stopRetrying: (() => void) | undefined;
  let stop = nothing;
  const load = (): Promise<Background> => import('./background.ts');
  const begin = oncePart(
    () => held.loadChunk('background', load),
    (background) => {
      if (!held.disposed) stop = start(background);
      return stop;
    },
  );
  held.startBackground = () =>
    begin().then(nothing, (error: UsherError) => {
      if (held.disposed) return;
      emit('error', error);
      stopRetrying ??= wake((type) => {
        if (wakesPage.includes(type)) void held.startBackground();
      });
      if (error.code === 'timeout') load().then(held.startBackground, nothing); // it may still come
    });
  const stopWaiting = onChange(() => {
    const { status } = $session.get();
    if (status === 'idle' || status === 'opening' || status === 'ended') return;
    stopWaiting();
    page.whenIdle(() => void held.startBackground());
  });
  return () => {
    stopRetrying?.();
    stop();
  };
}
