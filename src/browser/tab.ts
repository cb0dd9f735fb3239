import { isForeignFrame } from './frame.ts';
import { paymentWindowPrefix } from './payment-window.ts';

/** The page's own tab, and the window that opened it. */
export interface Tab {
  /** The page's address. */
  readonly href: () => string;
  /** Leaves the page. */
  readonly go: (url: string) => void;
  /** The page is in a frame of another site, where browsers part the storage. */
  readonly isForeignFrame: () => boolean;
  /** Speaks to the page that opened this one, if that is of its own origin. */
  readonly tellOpener: (message: unknown) => void;
  /**
   * Listens to pages of its own origin; `reply` answers the one that spoke. The returned function
   * ends it.
   */
  readonly onMessage: (
    listener: (message: unknown, reply: (answer: unknown) => void) => void,
  ) => () => void;
  /**
   * Lets other pages see that this one lives, until the returned function is called; `undefined`
   * where the browser has no locks, or gives none in time.
   */
  readonly hold: (name: string) => Promise<(() => void) | undefined>;
  /** Whether the page that held under this name is gone; `false` where that cannot be known. */
  readonly isGone: (name: string) => Promise<boolean>;
  /** It is a payment window, and the page that opened it is still there. */
  readonly isPaymentWindow: () => boolean;
  readonly close: () => void;
}

/** Locks are absent on http origins, and refused in a sandbox without an origin. */
const locksOf = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;
/** A lock that is not granted by then is done without. */
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

const openerOf = (): Window | null => window.opener as Window | null;

export const tab: Tab = {
  href: () => location.href,
  go: (url) => location.assign(url),
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
