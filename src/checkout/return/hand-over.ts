import { randomToken } from '../../browser/random-token.ts';
import type { CheckoutContext } from '../context.ts';
import { returnMark } from './store-return.ts';

/** The message of a payment window to the page that opened it. */
export interface HandOver {
  /** The return. Empty when the journal has it already. */
  readonly usherReturn: string;
  /** The purchase whose return is in the journal. */
  readonly usherPurchase?: string | undefined;
  /**
   * The mark of the domain: a page may have several runtimes. Absent in messages of older builds.
   */
  readonly usherMark?: string | undefined;
  /** ID of the message, for the answer. */
  readonly usherHandOver: string;
}

/** The answer of that page, when its journal has the return. */
interface HandOverReceipt {
  readonly usherReceived: string;
}

/** The message is repeated, because that page may still be loading. */
const repeatMs = 500;
/** After this time without an answer the opener is no page of the shop any more. */
const timeoutMs = 3000;

/** Hands a return over to the page that opened this window. `true` when that page has it. */
export function handOver(
  { tab, browser: { clock }, settings }: CheckoutContext,
  text: string,
  purchase?: string,
): Promise<boolean> {
  const message: HandOver = {
    usherReturn: text,
    usherPurchase: purchase,
    usherMark: returnMark(settings.domain),
    usherHandOver: randomToken(),
  };
  return new Promise((resolve) => {
    let cancel = (): void => {};
    const end = (isReceived: boolean): void => {
      cancel();
      stop();
      resolve(isReceived);
    };
    const stop = tab.onMessage((answer) => {
      const { usherReceived } = Object(answer) as Partial<HandOverReceipt>;
      if (usherReceived === message.usherHandOver) end(true);
    });
    const send = (leftMs: number): void => {
      if (leftMs <= 0) return end(false);
      tab.tellOpener(message);
      cancel = clock.after(repeatMs, () => send(leftMs - repeatMs));
    };
    send(timeoutMs);
  });
}

/**
 * Listens to payment windows of this domain that this page has opened. `receive` writes a return
 * into the journal, and returns whether it belongs to a purchase here. A forged message only causes
 * a read.
 */
export function listenToWindows(
  { tab, purchases, settings }: CheckoutContext,
  receive: (text: string) => Promise<boolean>,
): () => void {
  const ownMark = returnMark(settings.domain);
  return tab.onMessage((message, reply) => {
    const {
      usherReturn: text,
      usherPurchase: purchase,
      usherMark: mark = ownMark,
      usherHandOver: name,
    } = Object(message) as Partial<HandOver>;
    if (typeof text !== 'string' || mark !== ownMark) return;
    const known = text
      ? receive(text)
      : purchases.read().then((records) => !!records?.some(({ id }) => id === purchase));
    void known.then((isReceived) => {
      const receipt: HandOverReceipt = { usherReceived: String(name) };
      if (isReceived) reply(receipt);
    });
  });
}
