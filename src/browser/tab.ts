import { isForeignFrame } from './frame.ts';
import { paymentWindow } from './payment-window.ts';

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
  /** Hears what pages of its own origin say; the returned function ends it. */
  readonly onMessage: (listener: (message: unknown) => void) => () => void;
  /** It is a payment window, and the page that opened it is still there. */
  readonly isPaymentWindow: () => boolean;
  readonly close: () => void;
}

const openerOf = (): Window | null => window.opener as Window | null;

export const tab: Tab = {
  href: () => location.href,
  go: (url) => location.assign(url),
  isForeignFrame,
  tellOpener: (message) => openerOf()?.postMessage(message, location.origin),
  onMessage(listener) {
    const hear = ({ origin, data }: MessageEvent): void => {
      if (origin === location.origin) listener(data);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  },
  isPaymentWindow: () => window.name === paymentWindow && openerOf()?.closed === false,
  close: () => window.close(),
};
