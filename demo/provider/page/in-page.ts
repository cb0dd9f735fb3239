import type { FrameMessage, PaymentOutcome, ShopMessage } from './frame-messages.ts';
import { openDialog, type PaymentDialog } from './in-page-dialog.ts';

/** What is paid. A payment of Usher has these fields. */
export interface Order {
  readonly transactionId: string | number | bigint;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three capital letters. */
  readonly currency: string;
  /** What is bought. Default: the order and its ID. A registered order has a title. */
  readonly title?: string;
  /**
   * Who is paid. Default: the shop that has registered the transaction, else the page's host. The
   * same as with `/pay`, or the two are different orders.
   */
  readonly merchant?: string;
}

export interface PayOptions {
  /** Closes the dialog. */
  readonly signal?: AbortSignal;
}

/** A dialog in which the viewer pays. */
interface Visit {
  readonly dialog: PaymentDialog;
  /** Aborted when the dialog has closed. */
  readonly end: AbortController;
  readonly resolve: (outcome: PaymentOutcome) => void;
  timer: number;
  /** The payment page has loaded. */
  isReady: boolean;
  isLeaving: boolean;
  /** A choice was sent, or a payment was made before. */
  mayBePaid: boolean;
}

const provider = new URL(import.meta.url).origin;
/** By then a page that loads has loaded, on slow networks too. */
const readyWithinMs = 15_000;
/** How long a viewer who leaves waits for a payment page that does not answer. */
const leaveWithinMs = 2_000;

/**
 * Lets the viewer pay in a dialog over the page. It fits as `pay` of a provider of the type
 * `in-page`.
 * @returns `pending` without a token when the viewer left after a choice whose answer has not come
 * @throws the signal's reason; a `TypeError` without a transaction; an `Error` when the payment
 *   page does not load
 * @example const { outcome, token, reference } = await pay({ transactionId: '123', amount: 499,
 *   currency: 'EUR' });
 */
export function pay(order: Order, { signal }: PayOptions = {}): Promise<PaymentOutcome> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  if (!isOrder(order)) return Promise.reject(new TypeError('pay() needs a transactionId.'));
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown): void => {
      close(visit);
      reject(reason);
    };
    const visit: Visit = {
      dialog: openDialog(frameAddress(order), () => leave(visit)),
      end: new AbortController(),
      resolve,
      timer: setTimeout(() => fail(new Error('The payment page did not load.')), readyWithinMs),
      isReady: false,
      isLeaving: false,
      mayBePaid: false,
    };
    const untilEnd = { signal: visit.end.signal };
    window.addEventListener('message', (event) => receive(visit, event), untilEnd);
    signal?.addEventListener('abort', () => fail(signal.reason), untilEnd);
  });
}

/** Shops in JavaScript have no compiler: a payment for "undefined" would be charged. */
const isOrder = ({ transactionId }: Partial<Order>): boolean =>
  transactionId !== undefined && transactionId !== '';

function frameAddress({ transactionId, amount, currency, title, merchant }: Order): string {
  const query = new URLSearchParams({
    transaction: String(transactionId),
    amount: String(amount),
    currency,
    shop: location.origin,
    ...(title && { title }),
    ...(merchant && { merchant }),
  });
  return `${provider}/frame?${query}`;
}

function close({ dialog, end, timer }: Visit): void {
  clearTimeout(timer);
  end.abort();
  dialog.close();
}

function settle(visit: Visit, outcome: PaymentOutcome): void {
  close(visit);
  visit.resolve(outcome);
}

/**
 * The payment page knows whether something was paid meanwhile. Where it does not say, what was sent
 * may have been.
 */
function leave(visit: Visit): void {
  if (visit.isLeaving) return;
  visit.isLeaving = true;
  const leaveUnanswered = (): void =>
    settle(visit, { outcome: visit.mayBePaid ? 'pending' : 'cancelled' });
  if (!visit.isReady) {
    leaveUnanswered();
    return;
  }
  visit.timer = setTimeout(leaveUnanswered, leaveWithinMs);
  say(visit, 'leave');
}

function say({ dialog }: Visit, type: ShopMessage['type']): void {
  const message: ShopMessage = { from: 'harbour-pay-shop', type };
  dialog.frame.contentWindow?.postMessage(message, provider);
}

/** Handles a message of the payment page, and no other. */
function receive(visit: Visit, { origin, source, data }: MessageEvent<unknown>): void {
  const { dialog } = visit;
  if (origin !== provider || source !== dialog.frame.contentWindow) return;
  // Only the payment page has this origin and this window.
  const message = Object(data) as FrameMessage;
  if (message.from !== 'harbour-pay') return;
  switch (message.type) {
    case 'ready':
      showPage(visit, message.isSettled);
      break;
    case 'height':
      if (Number.isFinite(message.height)) dialog.resize(message.height);
      break;
    case 'sent':
      visit.mayBePaid = true;
      break;
    case 'answer': {
      const { outcome, token, reference } = message;
      settle(visit, { outcome, ...(token && { token }), ...(reference && { reference }) });
    }
  }
}

/** The page loads again when it goes on working, and may not know that the viewer leaves. */
function showPage(visit: Visit, isSettled: boolean): void {
  if (!visit.isReady) clearTimeout(visit.timer);
  visit.isReady = true;
  if (isSettled) visit.mayBePaid = true;
  visit.dialog.reveal();
  say(visit, visit.isLeaving ? 'leave' : 'shown');
}
