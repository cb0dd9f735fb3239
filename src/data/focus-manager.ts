import type { Browser } from '../browser/browser.ts';
import { isVisible } from '../browser/visible.ts';
import { onWake, type WakeType } from '../browser/wake.ts';
import type { SessionDriver } from '../session/session.ts';

/** Whether the page is visible, and when data should be refetched. */
export interface FocusManager {
  readonly isVisible: () => boolean;
  /**
   * Calls back when the page is shown again, online again, or has a session again. The returned
   * function unsubscribes.
   */
  readonly onReturn: (listener: () => void) => () => void;
}

/** After these the viewer is back at the page. */
const returns: readonly WakeType[] = ['pageshow', 'online', 'resume', 'visibilitychange'];

/**
 * Creates a focus manager, with one subscription to the browser and the session for all listeners.
 */
export function createFocusManager(
  { onWake: wake = onWake, isVisible: look = isVisible }: Pick<Browser, 'onWake' | 'isVisible'>,
  { $session, onChange }: Pick<SessionDriver, '$session' | 'onChange'>,
): FocusManager {
  const listeners = new Set<() => void>();
  let stops: (() => void)[] = [];
  const tell = (): void => {
    for (const listener of Array.from(listeners)) listener();
  };
  const start = (): void => {
    let { status } = $session.get();
    stops = [
      wake((type) => {
        if (returns.includes(type)) tell();
      }),
      onChange(() => {
        const before = status;
        ({ status } = $session.get());
        if (status === before) return;
        if (status === 'ready') tell();
      }),
    ];
  };
  return {
    isVisible: look,
    onReturn(listener) {
      if (!listeners.size) start();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && !listeners.size) for (const stop of stops) stop();
      };
    },
  };
}
