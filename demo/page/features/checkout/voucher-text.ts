import { wordsFor } from '../../ui/error-text.ts';
import { momentWords } from '../../ui/format-date-time.ts';

/** What a voucher has opened. */
export function redeemedWords({ operation, until }) {
  const opens = operation === 'subscription' ? 'everything in the house' : 'its film';
  return `Redeemed. It opens ${opens}${until ? ` until ${momentWords(until)}` : ' for good'}.`;
}

/** Why a voucher was not redeemed, and what to do. */
export function voucherTrouble(error) {
  if (error?.code === 'not-found') return 'There is no such voucher. Look at the letters again.';
  if (error?.code === 'platform' && error.status === 410) {
    return /expired/.test(error.hint ?? '')
      ? 'This voucher has expired.'
      : 'This voucher is used up.';
  }
  if (error?.code === 'platform' && error.status === 409) {
    return /own/.test(error.hint ?? '')
      ? 'You own what this voucher is for. It is still good for somebody else.'
      : 'This voucher is for logging in: choose “Other ways in” there.';
  }
  // It is never sent twice by itself: it may have counted.
  if (/^(network|timeout)$/.test(error?.code)) {
    return 'No answer came, so the voucher may have counted. Look whether the door is open before you try it again.';
  }
  return wordsFor(error);
}
