import type { PaymentResult } from 'usher-runtime';
import { errorText } from '../../ui/error-text.ts';
import { formatDateTime } from '../../ui/format-date-time.ts';
import { readError } from '../../ui/read-error.ts';

/** What a voucher has opened. */
export function redeemedText({ operation, expiresAt }: PaymentResult): string {
  const what = operation === 'subscription' ? 'everything in the house' : 'its film';
  return `Redeemed. It opens ${what}${expiresAt ? ` until ${formatDateTime(expiresAt)}` : ' for good'}. `;
}

/** After errors of these codes it is not known whether the voucher was redeemed. */
const unclear: readonly string[] = ['network', 'timeout', 'aborted', 'malformed'];

/** Why a voucher was not redeemed, and what to do. */
export function voucherErrorText(error: unknown): string {
  const { code, status, hint = '' } = readError(error);
  if (code === 'not-found') return 'There is no such voucher. Check the letters.';
  if (code === 'platform' && status === 410) {
    return hint.includes('expired') ? 'This voucher has expired.' : 'This voucher is used up.';
  }
  if (code === 'platform' && status === 409) {
    return hint.includes('own')
      ? 'You own what this voucher is for. It is still good for somebody else.'
      : 'This voucher is for logging in: choose “Other ways in” there.';
  }
  // The runtime never sends it twice by itself: it may have counted.
  if (unclear.includes(code ?? '') || (status ?? 0) >= 500) {
    return 'No clear answer came, so the voucher may have been redeemed. Check whether you can watch before you try again.';
  }
  return errorText(error);
}
