import { randomToken } from '../browser/random-token.ts';
import type { Context } from './context.ts';

/** What a payment window says to the page that opened it. */
export interface HandOver {
  /** A return; empty where the journal holds it already. */
  readonly usherReturn: string;
  /** Whose return the journal holds. */
  readonly usherPurchase?: string | undefined;
  /** To be answered with. */
  readonly usherHandOver: string;
}

/** What that page answers, once its journal has the return. */
interface Receipt {
  readonly usherReceived: string;
}

/** It is said again so often, as that page may be loading. */
const againMs = 500;
/** A page that has not answered by then is no longer the shop. */
const timeoutMs = 3000;

/** Hands a return over to the page that opened this window. `true` once that page has it. */
export function handOver(
  { page, browser: { clock } }: Context,
  text: string,
  purchase?: string,
): Promise<boolean> {
  const message: HandOver = {
    usherReturn: text,
    usherPurchase: purchase,
    usherHandOver: randomToken(),
  };
  return new Promise((resolve) => {
    let cancel = (): void => {};
    const end = (isReceived: boolean): void => {
      cancel();
      stop();
      resolve(isReceived);
    };
    const stop = page.onMessage((answer) => {
      if ((Object(answer) as Partial<Receipt>).usherReceived === message.usherHandOver) end(true);
    });
    const say = (leftMs: number): void => {
      if (leftMs <= 0) return end(false);
      page.tellOpener(message);
      cancel = clock.after(againMs, () => say(leftMs - againMs));
    };
    say(timeoutMs);
  });
}

/**
 * Listens to payment windows that this page has opened. `receive` writes a return down and says
 * whether it belongs to a purchase here. A forged message only causes a read.
 */
export function listenToWindows(
  { page, purchases }: Context,
  receive: (text: string) => Promise<boolean>,
): () => void {
  return page.onMessage((message, reply) => {
    const {
      usherReturn: text,
      usherPurchase: purchase,
      usherHandOver: name,
    } = Object(message) as Partial<HandOver>;
    if (typeof text !== 'string') return;
    const known = text
      ? receive(text)
      : purchases.read().then((entries) => !!entries?.some(({ id }) => id === purchase));
    void known.then((isReceived) => {
      const receipt: Receipt = { usherReceived: String(name) };
      if (isReceived) reply(receipt);
    });
  });
}
