import type { CheckoutContext } from '../context.ts';
import { listenToWindows } from './hand-over.ts';
import {
  handleMessage,
  handleOwnReturns,
  storeAndRead,
  type PaymentReturn,
  type ReturnProgress,
} from './handle-returns.ts';
import type { WaitingReturn } from './inbox.ts';
import { lineOf, type RawReturn } from './raw-return.ts';
import { readReturns } from './read-returns.ts';
import type { UnknownReturn } from './unknown-returns.ts';

/** The returns of a page. */
export interface Returns {
  /** The last return of this page, as soon as it is in the journal. */
  readonly stored: () => Promise<PaymentReturn | UnknownReturn | undefined>;
  /** The same, after it is read. */
  readonly completed: () => Promise<PaymentReturn | UnknownReturn | undefined>;
  /**
   * Finds the returns of this page, and those that a killed browser has left. Resolves when those
   * of this page are read.
   */
  readonly start: () => Promise<unknown>;
  /** Finds returns that wait for the journal, or for a reading. */
  readonly findReturns: () => void;
  readonly stop: () => void;
}

/**
 * How long a return is left to the tab that received it. By then it is in the journal, unless that
 * tab was closed.
 */
const leftMs = 3000;

const noReturn: ReturnProgress = {
  stored: Promise.resolve(undefined),
  completed: Promise.resolve(undefined),
};

/** Handles the returns of this page at once, and later those that other tabs left behind. */
export function watchReturns(context: CheckoutContext): Returns {
  const { inbox, browser } = context;
  const handleNew = createHandleNew();
  let own = noReturn;
  let cancelNextLook = (): void => {};
  let foundLost = Promise.resolve();

  const handleOwn: HandleReturns = (returns) => {
    own = handleOwnReturns(context, returns);
  };
  const handleLeft: HandleReturns = (returns) => void storeAndRead(context, returns);

  const findReturns = (): void => {
    cancelNextLook();
    const waiting = inbox.read();
    const { left, hasOthers } = splitOthers(waiting, browser.clock.now());
    handleNew(
      waiting.filter(({ isOwn }) => isOwn),
      handleOwn,
    );
    handleNew(left, handleLeft);
    if (hasOthers) cancelNextLook = browser.clock.after(leftMs, findReturns);
    void readReturns(context);
  };

  // A return page without a return of its own counts a lost one as that.
  const handleLost: HandleReturns = (lost) =>
    handleNew(lost, own === noReturn ? handleOwn : handleLeft);

  const stopListening = listenToWindows(context, (text) => handleMessage(context, text));
  return {
    start() {
      findReturns();
      foundLost = findLost(context, handleLost);
      return own.completed;
    },
    stored: () => foundLost.then(() => own.stored),
    completed: () => foundLost.then(() => own.completed),
    findReturns,
    stop() {
      cancelNextLook();
      stopListening();
    },
  };
}

/** Finds the returns that a killed browser has lost in the text stores. */
async function findLost(context: CheckoutContext, handle: HandleReturns): Promise<void> {
  const { inbox, retryQueue } = context;
  try {
    handle(await inbox.readLost());
  } catch {
    retryQueue.push(() => findLost(context, handle));
    context.schedule();
  }
}

type HandleReturns = (returns: readonly RawReturn[]) => void;

/** Creates a function that handles each return once, also if it is found several times. */
function createHandleNew(): (returns: readonly RawReturn[], handle: HandleReturns) => void {
  const handled = new Set<string>();
  return (returns, handle) => {
    const fresh = returns.filter((each) => !handled.has(lineOf(each)));
    for (const each of fresh) handled.add(lineOf(each));
    if (fresh.length) handle(fresh);
  };
}

/**
 * The returns that other tabs have left behind, and whether there are others that wait for their
 * tab.
 */
function splitOthers(
  waiting: readonly WaitingReturn[],
  now: number,
): { readonly left: readonly RawReturn[]; readonly hasOthers: boolean } {
  const others = waiting.filter(({ isOwn }) => !isOwn);
  const left = others.filter(({ receivedAt }) => now - receivedAt >= leftMs || receivedAt > now);
  return { left, hasOthers: left.length < others.length };
}
