import type { Browser } from '../browser/browser.ts';
import { isVisible } from '../browser/visible.ts';
import { onWake } from '../browser/wake.ts';
import type { WakeType } from '../browser/wake.ts';
import type { SessionDriver } from '../session/session.ts';

/** Whether somebody looks at the page, and when it is worth to ask again. */
export interface FocusManager {
  readonly isVisible: () => boolean;
  /**
   * Calls back when the page is shown again, or online, or has a session again; the returned
   * function ends it.
   */
  readonly onReturn: (listener: () => void) => () => void;
}

/** After these the viewer is back at the page. */
const returns: readonly WakeType[] = ['pageshow', 'online', 'resume', 'visibilitychange'];

/** One subscription to the browser and the session for any number of listeners. */
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
