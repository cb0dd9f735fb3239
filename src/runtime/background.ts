import { createPurchaseSignal } from '../payment-return/purchase-signal.ts';
import { createDurable } from '../browser/durable.ts';
import { nothing } from '../browser/nothing.ts';
import type { Browser } from '../browser/browser.ts';
import { onElements } from '../browser/on-elements.ts';
import { onWake } from '../browser/wake.ts';
import type { OwnCheckout } from '../checkout/checkout.ts';
import { renewAccess, renewDenied } from '../item/background/renew-denied.ts';
import type { Items } from '../item/items.ts';
import type { Request } from '../session/calls/request.ts';
import type { SessionDriver } from '../session/session.ts';
import { startSessionTasks } from '../session/background/background.ts';

/** Whether this is the build for pages. Bundlers get the elements by an entry of their own. */
declare const __FOR_PAGES__: boolean;

export interface BackgroundParts {
  readonly session: SessionDriver;
  readonly request: Request;
  readonly items: Items;
  readonly browser: Browser;
  readonly loadCheckout: () => Promise<OwnCheckout>;
}

/**
 * Starts the background tasks of a page: it keeps its session, and reads purchases of other
 * tabs and earlier pages.
 */
export function startPageTasks(parts: BackgroundParts): () => void {
  const stops = [startSessionTasks(parts.session, parts.request), watchPurchases(parts)];
  if (__FOR_PAGES__) stops.push(loadElements());
  return () => {
    for (const stop of stops) stop();
  };
}

/** Loads the elements, when the page has one. Without them their fallback content stays. */
const loadElements = (): (() => void) =>
  onElements(() =>
    import('../elements/define-for-page.ts').then(({ define }) => define(), nothing),
  );

function watchPurchases({
  session: {
    context: {
      settings: { key, entry },
    },
  },
  items,
  browser,
  loadCheckout,
}: BackgroundParts): () => void {
  const signal = createPurchaseSignal(browser.textStore, key);
  const readChanges = (isOnline: boolean): void =>
    void loadCheckout()
      .then((checkout) => checkout.readChanges(isOnline))
      .catch(nothing); // another wake tries again
  let seen = signal.read();
  const stop = (browser.onWake ?? onWake)((type) => {
    entry.findReturns?.();
    const text = signal.read();
    const isOnline = type === 'online';
    if (openedAt(text) !== openedAt(seen)) void renewAccess(items);
    else if (isOnline) void renewDenied(items);
    if (text !== seen || (isOnline && text !== null)) readChanges(isOnline);
    seen = text;
  });
  // A killed browser may have lost the signal, but not the journal.
  if (seen !== null) readChanges(false);
  else {
    void createDurable(browser, key, 'journal')
      .read()
      .then((record) => record && readChanges(false), nothing);
  }
  return stop;
}

/** The part of the signal that says when access was last granted. Empty before the first grant. */
function openedAt(text: string | null): string {
  return text?.split(':')[0] ?? '';
}
