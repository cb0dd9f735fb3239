import { createDurable } from '../browser/durable.ts';
import type { Popup } from '../browser/payment-window.ts';
import { randomToken } from '../browser/random-token.ts';
import { tab as tabOfBrowser, type Tab } from '../browser/tab.ts';
import type { Items } from '../item/items.ts';
import { recheckAccess } from '../item/recheck-items.ts';
import type { CommonEvents, Emit } from '../reactive/events.ts';
import type { SessionRequest } from '../session/request.ts';
import type { SessionOptions } from '../session/session-options.ts';
import type { SessionDriver } from '../session/session.ts';
import { isErasure } from '../session/storage/saved-session.ts';
import type { BuyValues } from './buy/buy-values.ts';
import { createAttempts, type Attempts } from './finish/attempts.ts';
import { createRetryQueue, type RetryQueue } from './finish/retry-queue.ts';
import { createPaymentWindows, type PaymentWindows } from './providers/payment-windows.ts';
import { createJournal, type JournalRecord } from './purchase/journal.ts';
import { createLeaseTracker, type LeaseTracker } from './purchase/lease-tracker.ts';
import { createPurchaseChanges, type PurchaseChanges } from './purchase/purchase-changes.ts';
import type { PurchaseRecord } from './purchase/purchase-record.ts';
import type { PurchaseState } from './purchase/purchase-state.ts';
import { createPurchaseStore, type PurchaseStore } from './purchase/purchase-store.ts';
import { createInbox, type Inbox } from './return/inbox.ts';
import { createPurchaseSignal, type PurchaseSignal } from './return/purchase-signal.ts';
import { createReturnTracker, type ReturnTracker } from './return/return-tracker.ts';
import { createUnknownReturns, type UnknownReturns } from './return/unknown-returns.ts';
import type { SellingOptions } from './selling.ts';

/** The events of purchases for the page. */
export interface PurchaseEvents extends CommonEvents {
  /**
   * A purchase changed, here or in another tab: its status, error or terms. The same status may
   * come again, so count a sale by its `id`.
   */
  purchase: PurchaseState;
}

/** The parts of the runtime that checkout uses. */
export interface CheckoutOptions extends Pick<
  SessionOptions,
  'settings' | 'browser' | 'dialect' | 'loadChunk'
> {
  readonly session: SessionDriver;
  readonly request: SessionRequest;
  readonly items: Items;
  readonly selling: SellingOptions;
  readonly emit: Emit<PurchaseEvents>;
  /** Shows the purchases to the page. */
  readonly show: (purchases: readonly PurchaseState[]) => void;
  /** Opens a blank payment window if the purchase needs one. Call it in the click. */
  readonly openNewWindow: (values: BuyValues) => Popup;
}

/** The parts of checkout on a page. Each part is changed by its own functions only. */
export interface CheckoutContext extends CheckoutOptions, PurchaseChanges {
  readonly tab: Tab;
  readonly purchases: PurchaseStore;
  readonly leases: LeaseTracker;
  readonly attempts: Attempts;
  readonly retryQueue: RetryQueue;
  readonly windows: PaymentWindows;
  /** Returns that wait for the journal. */
  readonly inbox: Inbox;
  readonly returns: ReturnTracker;
  /** Returns that belong to no purchase here. */
  readonly unknownReturns: UnknownReturns;
  /** Notifies other tabs that the journal has changed. */
  readonly purchaseSignal: PurchaseSignal;
  /**
   * Checks items again, in all tabs, because access may have been granted. Does nothing after an
   * erasure: the viewer for whom it was granted is forgotten.
   */
  readonly recheckAccessEverywhere: () => void;
}

export function createContext(options: CheckoutOptions): CheckoutContext {
  const { settings, browser, items, session } = options;
  const { clock } = browser;
  const tab = browser.tab ?? tabOfBrowser;
  const purchaseSignal = createPurchaseSignal(browser.textStore, settings.key);
  const notify = (grantedAt?: number): void => purchaseSignal.notify(randomToken(), grantedAt);
  const leases = createLeaseTracker(tab, clock);
  const changes = createPurchaseChanges();
  const durable = createDurable<JournalRecord>(browser, settings.key, 'journal');
  const purchases = createPurchaseStore(
    (onChange) => createJournal(durable, clock.now, onChange),
    leases,
    clock,
    (before, reason) => {
      const isGranting = purchases.all().some((record) => isNewlyVerifying(record, before));
      if (reason === 'changed') notify(isGranting ? clock.now() : undefined);
      changes.changed();
    },
  );
  return {
    ...options,
    ...changes,
    tab,
    purchases,
    leases,
    attempts: createAttempts(clock),
    retryQueue: createRetryQueue(clock),
    windows: createPaymentWindows(),
    inbox: createInbox(settings, browser),
    unknownReturns: createUnknownReturns(settings.key, browser),
    returns: createReturnTracker(changes.schedule),
    purchaseSignal,
    recheckAccessEverywhere() {
      if (isErasure(session.context.record)) return;
      notify(clock.now());
      void recheckAccess(items);
    },
  };
}

/** The platform has just finished the purchase: access to its item is likely. */
const isNewlyVerifying = (
  { id, step }: PurchaseRecord,
  before: readonly PurchaseRecord[],
): boolean => step === 'verifying' && !before.some((each) => each.id === id && each.step === step);
