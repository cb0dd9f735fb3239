import type { CheckoutContext } from '../context.ts';
import {
  arrive,
  arriveByMessage,
  arriveLate,
  type Arriving,
  type PaymentReturn,
} from './arrive.ts';
import { listenToWindows } from './hand-over.ts';
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

const none: Arriving = {
  stored: Promise.resolve(undefined),
  completed: Promise.resolve(undefined),
};

/** Handles the returns of this page at once, and later those that other tabs left behind. */
export function watchReturns(context: CheckoutContext): Returns {
  const { inbox } = context;
  const { clock } = context.browser;
  const begin = beginOnce();
  let own = none;
  let cancel = (): void => {};
  let foundLost = Promise.resolve();

  const findReturns = (): void => {
    cancel();
    const waiting = inbox.read();
    const { left, hasOthers } = splitOthers(waiting, clock.now());
    begin(
      waiting.filter(({ isOwn }) => isOwn),
      (returns) => (own = arrive(context, returns)),
    );
    begin(left, (returns) => void arriveLate(context, returns));
    if (hasOthers) cancel = clock.after(leftMs, findReturns);
    void readReturns(context);
  };

  // A return page counts a lost one as its own.
  const handleLost = (lost: readonly RawReturn[]): void =>
    begin(lost, (returns) => {
      if (own === none) own = arrive(context, returns);
      else void arriveLate(context, returns);
    });

  const stopListening = listenToWindows(context, (text) => arriveByMessage(context, text));
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
      cancel();
      stopListening();
    },
  };
}

/** Finds the returns that a killed browser has lost in the text stores. */
async function findLost(
  context: CheckoutContext,
  handle: (returns: readonly RawReturn[]) => void,
): Promise<void> {
  const { inbox, retryQueue } = context;
  try {
    handle(await inbox.readLost());
  } catch {
    retryQueue.push(() => findLost(context, handle));
    context.schedule();
  }
}

/** Creates a function that begins with each return once. */
function beginOnce(): (
  returns: readonly RawReturn[],
  take: (returns: readonly RawReturn[]) => unknown,
) => void {
  const begun = new Set<string>();
  return (returns, handle) => {
    const fresh = returns.filter((each) => !begun.has(lineOf(each)));
    for (const each of fresh) begun.add(lineOf(each));
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
