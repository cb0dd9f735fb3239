import type { Browser } from '../browser/browser.ts';
import { createDurable } from '../browser/durable.ts';
import { nothing } from '../browser/nothing.ts';
import { onElements } from '../browser/on-elements.ts';
import { onNetworkBack, onWake } from '../browser/wake.ts';
import type { InternalCheckout } from '../checkout/checkout.ts';
import { createPurchaseSignal, grantedAtIn } from '../checkout/return/purchase-signal.ts';
import { noteStoredReturn } from '../checkout/return/raw-return.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { Items } from '../item/items.ts';
import { recheckAccess, recheckDenied, recheckUnloaded } from '../item/recheck-items.ts';
import { startSessionTasks } from '../session/background.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionDriver } from '../session/session.ts';
import { isErasure } from '../session/storage/saved-session.ts';
import { inboxName, unfinishedName } from '../session/storage/stored-names.ts';
import type { ErasureActions } from './erasure-actions.ts';

/** Whether this is the build for pages. Bundlers get the elements by an entry of their own. */
declare const __FOR_PAGES__: boolean;

export interface BackgroundParts {
  readonly session: SessionDriver;
  readonly request: SessionRequest;
  readonly items: Items;
  readonly browser: Browser;
  readonly loadCheckout: () => Promise<InternalCheckout>;
  readonly findReturns: () => void;
  readonly loadActions: () => Promise<ErasureActions>;
}

/**
 * Starts the background tasks of a page: it keeps its session, and reads purchases of other
 * tabs and earlier pages.
 */
export function startPageTasks(parts: BackgroundParts): () => void {
  resumeErasure(parts).catch(nothing); // the next page tries again
  const stops = [
    startSessionTasks(parts.session, parts.request),
    watchPurchases(parts),
    checkItemsAgain(parts),
  ];
  if (__FOR_PAGES__) stops.push(loadElements());
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Completes an erasure that an earlier page has begun. After a kill of the browser, only IndexedDB
 * may have the note of it.
 */
async function resumeErasure({
  session: { context },
  browser,
  loadActions,
}: BackgroundParts): Promise<void> {
  const name = unfinishedName(context.settings.key);
  const isNoted = browser.textStore('device').get(name) !== null;
  if (!isNoted && (await createDurable(browser, name).read()) === undefined) return;
  await (await loadActions()).resumeErasure();
}

/**
 * Checks items whose code was lost, now and when the network may be back: this code may have been
 * lost with it. Not after an erasure: until the page or the viewer does something, nothing is sent.
 */
function checkItemsAgain({ session: { context }, items, browser }: BackgroundParts): () => void {
  const check = (): void => {
    if (!isErasure(context.record)) recheckUnloaded(items);
  };
  check();
  return onNetworkBack(browser.onWake ?? onWake, check);
}

/** Loads the elements, when the page has one. Without them their fallback content stays. */
const loadElements = (): (() => void) =>
  onElements(() =>
    import('../elements/define-for-page.ts').then(({ define }) => define(), nothing),
  );

function watchPurchases({
  session: {
    context: {
      settings: { key, registration },
    },
  },
  items,
  browser,
  loadCheckout,
  findReturns,
}: BackgroundParts): () => void {
  const signal = createPurchaseSignal(browser.textStore, key);
  const readChanges: InternalCheckout['readChanges'] = (options) =>
    void loadCheckout()
      .then((checkout) => checkout.readChanges(options))
      .catch(nothing); // another wake tries again
  let seen = signal.read();
  const stop = (browser.onWake ?? onWake)((type) => {
    findReturns();
    const text = signal.read();
    const isOnline = type === 'online';
    const grantedAt = grantedAtIn(text);
    if (grantedAt && grantedAt !== grantedAtIn(seen)) void recheckAccess(items, Number(grantedAt));
    else if (isOnline) void recheckDenied(items);
    if (text !== seen || (isOnline && text !== null)) readChanges({ retryNow: isOnline });
    seen = text;
  });
  // A killed browser may have lost the signal and the inbox, but not the journal and its returns.
  if (seen !== null) readChanges();
  else void isStored(browser, key).then((isThere) => isThere && readChanges());
  void isStored(browser, inboxName(key)).then((isThere) => {
    if (!isThere) return;
    noteStoredReturn(registration);
    findReturns(); // again, if the code does not load
  });
  return stop;
}

/**
 * Whether the journal's store has a record. A database that does not answer in time may have one:
 * checkout asks it again. `false` when it cannot be read.
 */
const isStored = (browser: Browser, name: string): Promise<boolean> =>
  createDurable(browser, name, 'journal')
    .read()
    .then(
      (record) => record !== undefined,
      (error: unknown) => isUsherError(error, 'timeout'),
    );
