import { createInbox } from './read-inbox.ts';
import type { Inbox } from './read-inbox.ts';
import { createPurchaseSignal } from '../payment-return/purchase-signal.ts';
import type { PurchaseSignal } from '../payment-return/purchase-signal.ts';
import { createDurable } from '../browser/durable.ts';
import { randomToken } from '../browser/random-token.ts';
import { tab } from '../browser/tab.ts';
import type { Popup } from '../browser/payment-window.ts';
import type { Tab } from '../browser/tab.ts';
import type { CommonEvents, Emit } from '../browser/events.ts';
import type { Answer } from '../dialect/envelope.ts';
import { readTransaction } from '../dialect/transaction-reader.ts';
import type { TransactionReading } from '../dialect/transaction-reader.ts';
import { UsherError } from '../errors/usher-error.ts';
import { renewAccess } from '../item/background/renew-denied.ts';
import type { Items } from '../item/items.ts';
import type { SessionOptions } from '../session/held.ts';
import type { Request } from '../session/calls/request.ts';
import type { SavedSession } from '../session/saved-session.ts';
import type { SessionDriver } from '../session/session.ts';
import { advance } from './purchase/purchase.ts';
import type { PurchaseEvent } from './purchase/purchase.ts';
import type { PurchaseRecord, PurchaseLease } from './purchase/purchase-record.ts';
import { isTaken, leaseMs } from './purchase/purchase-record.ts';
import type { BuyValues } from './buy.ts';
import { createJournal } from './purchase/journal.ts';
import type { Journal, JournalRecord } from './purchase/journal.ts';
import { identityChanged, ownerOf, ownershipOf } from './purchase/ownership.ts';
import type { Provider } from './providers/provider.ts';
import type { PurchaseState } from './purchase/purchase-state.ts';
import type { Selling } from './selling.ts';

/** What a page can hear of its purchases. */
export interface PurchaseEvents extends CommonEvents {
  /** A purchase came to another status, here or in another tab. */
  purchase: PurchaseState;
}

/** What checkout is handed by the page's runtime. */
export interface CheckoutOptions extends Pick<
  SessionOptions,
  'settings' | 'browser' | 'dialect' | 'loadChunk'
> {
  readonly session: SessionDriver;
  readonly request: Request;
  readonly items: Items;
  readonly selling: Selling;
  readonly emit: Emit<PurchaseEvents>;
  /** Shows the purchases to the page. */
  readonly show: (purchases: readonly PurchaseState[]) => void;
  /** Opens a payment window where the purchase needs one. In the click. */
  readonly openWindow: (values: BuyValues) => Popup;
}

/** What checkout holds while the page lives. */
export interface Context extends CheckoutOptions {
  readonly signal: PurchaseSignal;
  readonly journal: Journal;
  readonly page: Tab;
  /** This page, as the owner of leases. */
  readonly tab: string;
  /** Leases whose page has let go of them: it is gone, or was through with that one. */
  readonly releasedLeases: Set<string>;
  /** How many locks this page holds, so that others see that it lives. */
  holds: number;
  /** The entries as they were read last. */
  entries: readonly PurchaseRecord[];
  /** Purchases that this page is at. */
  readonly inFlight: Set<string>;
  /**
   * Purchases that are to be tried again without regard to what was tried before: this page has
   * just started, or come online.
   */
  readonly retriedNow: Set<string>;
  /** Before that, in monotonic time, a purchase is left alone. */
  readonly notBefore: Map<string, number>;
  /** What this page has opened to take a payment: a window, or a provider in the page. */
  readonly windows: Map<string, { readonly closed: boolean; readonly focus?: () => void }>;
  /** Payment windows that show nothing yet, by purchase. */
  readonly blank: Map<string, Window>;
  /** Returns that wait for the journal. */
  readonly inbox: Inbox;
  /** Returns that this page could not read, by their text, with the provider that was asked to. */
  readonly unread: Map<string, Provider | undefined>;
  /** What could not be written or read, and must be: tried again while the page is there. */
  readonly retryQueue: (() => Promise<unknown>)[];
  /**
   * Returns that a payment window handed over, and that belong to no purchase here: each is
   * reported once.
   */
  readonly reported: Set<string>;
  /**
   * While there are any nothing is begun: a return is being written down, or this page is a payment
   * window that closes.
   */
  pauses: number;
  /** Looks what is due now. */
  schedule: () => void;
  /** Shows how things stand, and looks what is due now. */
  changed: () => void;
  /** Something was opened: items that are not granted are asked again, in all tabs. */
  opened: () => void;
}

export function createContext(options: CheckoutOptions): Context {
  const { settings, browser, items } = options;
  const signal = createPurchaseSignal(browser.textStore, settings.key);
  const { clock } = browser;
  const durable = createDurable<JournalRecord>(browser, settings.key, 'journal');
  /** Other tabs hear that something has changed, and whether doors may have opened. */
  const ring = (isOpened: boolean): void =>
    signal.notify(
      `${isOpened ? clock.now() : (signal.read() ?? '').split(':')[0]!}:${randomToken()}`,
    );
  const context: Context = {
    ...options,
    signal,
    journal: createJournal(durable, clock.now, (entries, isNew) => {
      const begun = entries.filter(
        ({ step, id }) =>
          step === 'verifying' &&
          !context.entries.some((each) => each.id === id && each.step === step),
      );
      context.entries = entries;
      if (isNew) ring(begun.length > 0);
      context.changed();
    }),
    page: browser.tab ?? tab,
    tab: randomToken(),
    releasedLeases: new Set(),
    holds: 0,
    entries: [],
    inFlight: new Set(),
    retriedNow: new Set(),
    notBefore: new Map(),
    windows: new Map(),
    blank: new Map(),
    inbox: createInbox(settings, browser.textStore),
    unread: new Map(),
    retryQueue: [],
    reported: new Set(),
    pauses: 0,
    schedule: () => {},
    changed: () => {},
    opened() {
      ring(true);
      void renewAccess(items);
    },
  };
  return context;
}

/** What an answer says of a transaction. */
export const transactionOf = (
  { dialect }: CheckoutOptions,
  { result }: Answer,
): TransactionReading | undefined => (dialect.readTransaction ?? readTransaction)(result);

/** What it takes to write something down. */
type Recording = Pick<Context, 'journal' | 'tab' | 'releasedLeases'> & {
  readonly browser: Pick<Context['browser'], 'clock'>;
};

/** Writes down what has happened to a purchase. Gives back how it then stands. */
export async function record(
  context: Recording,
  id: string,
  event: PurchaseEvent,
): Promise<PurchaseRecord | undefined> {
  const {
    journal,
    browser: { clock },
  } = context;
  // A tab whose lease has ended takes none from the next one by having had no answer.
  const isOver = (entry: PurchaseRecord): boolean =>
    event.type === 'unanswered' && isTaken(entry, context, clock.now());
  const entries = await journal.change((all) =>
    replace(all, id, (entry) => (isOver(entry) ? entry : advance(entry, event, clock.now()))),
  );
  return entries.find((entry) => entry.id === id);
}

/** The same list when the entry stays the same. */
export function replace(
  entries: readonly PurchaseRecord[],
  id: string,
  change: (entry: PurchaseRecord) => PurchaseRecord,
): readonly PurchaseRecord[] {
  const after = entries.map((entry) => (entry.id === id ? change(entry) : entry));
  return after.some((entry, index) => entry !== entries[index]) ? after : entries;
}

/**
 * Lets other pages see that this one lives, from before it takes a lease until the returned
 * function is called.
 */
export async function hold(context: Context): Promise<() => void> {
  let release = await context.page.hold(context.tab);
  if (release) context.holds++;
  return () => {
    if (!release) return;
    context.holds--;
    release();
    release = undefined;
  };
}

export const leaseOf = ({ tab, holds, browser: { clock } }: Context): PurchaseLease => ({
  by: tab,
  until: clock.now() + leaseMs,
  isSeen: holds > 0,
});

/**
 * Takes the right to send the next request of a purchase, and writes that down first; `undefined`
 * when another tab has it, or there is none to send.
 */
export async function claim(context: Context, id: string): Promise<PurchaseRecord | undefined> {
  const {
    journal,
    browser: { clock },
    retriedNow,
  } = context;
  let claimed: PurchaseRecord | undefined;
  await journal.change((all) =>
    replace(all, id, (entry) => {
      claimed = undefined;
      if (ownershipOf(context, entry) !== 'own' || isTaken(entry, context, clock.now())) {
        return entry;
      }
      const tries = retriedNow.has(id) ? 1 : (entry.tries ?? 0) + 1;
      const next = advance(entry, { type: 'claimed', lease: leaseOf(context), tries }, clock.now());
      if (next !== entry) claimed = next;
      return next;
    }),
  );
  retriedNow.delete(id);
  return claimed;
}

/**
 * A page that was frozen after it took a lease must not send any more: what it would send must be
 * through before the lease ends.
 */
const latestSendMs = 15_000;

/**
 * The session for a request of a purchase: only its owner's.
 * @throws {UsherError} `identity-changed`, before anything is sent.
 */
export const presentFor =
  (context: Context, { owner, lease }: PurchaseRecord) =>
  async (): Promise<SavedSession | undefined> => {
    const session = await context.session.ready();
    if (session && ownerOf(context, session) !== owner) throw identityChanged();
    if (lease && context.browser.clock.now() > lease.until - leaseMs + latestSendMs) {
      throw new UsherError('aborted', 'The page stood still');
    }
    return session;
  };
