import type { RawReturn } from '../payment-return/inbox.ts';
import { arrive, arriveByMessage, arriveLate } from './arrive.ts';
import type { PaymentReturn, Arriving } from './arrive.ts';
import type { Context } from './context.ts';
import { listenToWindows } from './hand-over.ts';
import { lineOf } from './read-inbox.ts';
import { readReturns } from './read-returns.ts';

/** The returns of a page. */
export interface Returns {
  /** The last return of this page, as soon as it is in the journal. */
  readonly stored: () => Promise<PaymentReturn | undefined>;
  /** The same, after it is read. */
  readonly completed: () => Promise<PaymentReturn | undefined>;
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
export function watchReturns(context: Context): Returns {
  const { inbox } = context;
  const { clock } = context.browser;
  const begun = new Set<string>();
  let own = none;
  let cancel = (): void => {};
  const begin = <Return extends RawReturn>(
    returns: readonly Return[],
    take: (returns: readonly Return[]) => void,
  ): void => {
    for (const each of returns) begun.add(lineOf(each));
    if (returns.length) take(returns);
  };
  const findReturns = (): void => {
    cancel();
    const now = clock.now();
    const waiting = inbox.read().filter((each) => !begun.has(lineOf(each)));
    const ofThisTab = waiting.filter(({ isOwn }) => isOwn);
    const ofOthers = waiting.filter(({ isOwn }) => !isOwn);
    const left = ofOthers.filter(
      ({ receivedAt }) => now - receivedAt >= leftMs || receivedAt > now,
    );
    begin(ofThisTab, (returns) => {
      own = arrive(context, returns);
    });
    begin(left, (returns) => void arriveLate(context, returns));
    if (left.length < ofOthers.length) cancel = clock.after(leftMs, findReturns);
    void readReturns(context);
  };
  const stopListening = listenToWindows(context, (text) => arriveByMessage(context, text));
  return {
    stored: () => own.stored,
    completed: () => own.completed,
    findReturns,
    stop() {
      cancel();
      stopListening();
    },
  };
}
