import { openDialog } from './in-page-dialog.js';

const provider = new URL(import.meta.url).origin;
/** By then a page that loads has loaded, on slow networks too. */
const readyWithinMs = 15_000;
/** Who leaves waits no longer than this for a page that does not answer. */
const leaveWithinMs = 2_000;

/**
 * Lets the viewer pay in a dialog over the page.
 *
 * @param {object} order
 * @param {string | number | bigint} order.transactionID
 * @param {number} order.amount in the currency's smallest unit
 * @param {string} order.currency
 * @param {string} order.title what is bought
 * @param {string} [order.merchant] who is paid; default: the page's host. The same as with `/pay`,
 *   or the two are different orders
 * @param {AbortSignal} [order.signal] closes the dialog
 * @returns {Promise<{ outcome: 'approved' | 'declined' | 'pending' | 'cancelled', token?: string,
 *   reference?: string }>} `pending` without a token when the viewer left after a choice whose answer
 *   has not come
 * @throws the signal's reason; an `Error` when the payment page does not load
 */
export function pay({ transactionID, amount, currency, title, merchant, signal }) {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const query = new URLSearchParams({
    transaction: String(transactionID),
    amount: String(amount),
    currency,
    title,
    shop: location.origin,
    ...(merchant && { merchant }),
  });
  return new Promise((resolve, reject) => {
    const dialog = openDialog(`${provider}/frame?${query}`, leave);
    const end = new AbortController();
    let isReady = false;
    let isLeaving = false;
    let isPaidPerhaps = false;
    let timer = setTimeout(
      () => finish(() => reject(new Error('The payment page did not load.'))),
      readyWithinMs,
    );

    function finish(settle) {
      clearTimeout(timer);
      end.abort();
      dialog.close();
      settle();
    }
    /**
     * The page inside knows whether something was paid meanwhile; where it does not say, what was
     * sent may have been.
     */
    function leave() {
      if (isLeaving) return;
      isLeaving = true;
      const settle = () =>
        finish(() => resolve({ outcome: isPaidPerhaps ? 'pending' : 'cancelled' }));
      if (!isReady) return settle();
      timer = setTimeout(settle, leaveWithinMs);
      say('leave');
    }
    function say(type) {
      dialog.frame.contentWindow?.postMessage({ from: 'harbour-pay-shop', type }, provider);
    }
    const hear = {
      ready({ isSettled }) {
        if (!isReady) clearTimeout(timer);
        isReady = true;
        isPaidPerhaps ||= Boolean(isSettled);
        dialog.reveal();
        // The page loads again when it goes on working, and may not have heard that the viewer
        // leaves.
        say(isLeaving ? 'leave' : 'shown');
      },
      height: ({ height }) => Number.isFinite(height) && dialog.resize(height),
      sent: () => void (isPaidPerhaps = true),
      answer: ({ outcome, token, reference }) =>
        finish(() => resolve({ outcome, ...(token && { token, reference }) })),
    };
    window.addEventListener(
      'message',
      ({ origin, source, data }) => {
        if (
          origin !== provider ||
          source !== dialog.frame.contentWindow ||
          data?.from !== 'harbour-pay'
        ) {
          return;
        }
        if (Object.hasOwn(hear, data.type)) hear[data.type](data);
      },
      { signal: end.signal },
    );
    signal?.addEventListener('abort', () => finish(() => reject(signal.reason)), {
      signal: end.signal,
    });
  });
}
