import { isForeignFrame } from './frame.ts';
import { paymentWindowPrefix } from './payment-window.ts';

/** The page's own tab, and the window that opened it. */
export interface Tab {
  /** The page's address. */
  readonly href: () => string;
  /**
   * Leaves the page. `onBack` runs when the viewer comes back and the browser has kept the page (in
   * the back/forward cache).
   */
  readonly go: (url: string, onBack: () => void) => void;
  /** The page is in a frame of another site, where browsers partition the storage. */
  readonly isForeignFrame: () => boolean;
  /** Posts a message to the page that opened this one, if it has the same origin. */
  readonly tellOpener: (message: unknown) => void;
  /**
   * Listens to pages of the same origin. `reply` answers the sender. The returned function
   * unsubscribes.
   */
  readonly onMessage: (
    listener: (message: unknown, reply: (answer: unknown) => void) => void,
  ) => () => void;
  /**
   * Shows other pages that this one is open, until the returned function is called. `undefined`
   * when the browser has no locks, or grants none in time.
   */
  readonly hold: (name: string) => Promise<(() => void) | undefined>;
  /** Whether the page that holds this name is closed. `false` when that is not known. */
  readonly isGone: (name: string) => Promise<boolean>;
  /** The page is a payment window, and the page that opened it is still open. */
  readonly isPaymentWindow: () => boolean;
  readonly close: () => void;
}

/** Locks are absent on http origins, and refused in a sandbox without an origin. */
const locksOf = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;
/** After this time the tab works without a lock. */
const timeoutMs = 1000;

function hold(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs);
    const asked = locksOf()?.request(
      name,
      { mode: 'shared', signal: AbortSignal.timeout?.(timeoutMs) },
      () =>
        new Promise<void>((release) => {
          clearTimeout(timer);
          resolve(release);
        }),
    );
    if (asked) asked.catch(() => resolve(undefined));
    else resolve(undefined);
  });
}

function go(url: string, onBack: () => void): void {
  const listen = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return; // the page was still loading
    removeEventListener('pageshow', listen);
    onBack();
  };
  addEventListener('pageshow', listen);
  location.assign(url);
}

const openerOf = (): Window | null => window.opener as Window | null;

export const tab: Tab = {
  href: () => location.href,
  go,
  isForeignFrame,
  tellOpener: (message) => openerOf()?.postMessage(message, location.origin),
  onMessage(listener) {
    const hear = ({ origin, data, source }: MessageEvent): void => {
      if (origin === location.origin) {
        listener(data, (answer) => source?.postMessage(answer, { targetOrigin: origin }));
      }
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  },
  hold,
  isGone: async (name) => {
    const { held = [] } = (await locksOf()
      ?.query()
      .catch(() => undefined)) ?? { held: [{ name }] };
    return !held.some((lock) => lock.name === name);
  },
  isPaymentWindow: () =>
    window.name.startsWith(paymentWindowPrefix) && openerOf()?.closed === false,
  close: () => window.close(),
};
