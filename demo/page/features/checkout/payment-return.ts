import type { Usher } from 'usher-runtime';
import { findAddressScript } from '../session/address-script.ts';

const unknownText =
  'You have come back from a payment that was not started in this browser, so it cannot be completed here. Go back to where you started it; if you have paid, log in and your ticket is there.';
const suspendedText =
  'This payment belongs to another viewer. It is kept, and goes on when they log in again.';

/**
 * Tells a viewer who has come back from a payment when it does not belong to this browser or to
 * them. Resolves with the ID of the purchase where it does; with nothing on any other page.
 */
export async function handlePaymentReturn(
  usher: Usher,
  showNotice: (text: string) => void,
): Promise<string | undefined> {
  showSuspended(usher, showNotice);
  const script = findAddressScript();
  if (!script?.isPaymentReturn) return undefined;
  delete script.isPaymentReturn;
  const returned = await (await usher.checkout()).paymentReturn();
  if (!returned?.id) showNotice(unknownText);
  return returned?.id ?? undefined;
}

/** Shows the notice of a payment of another viewer, until it goes on. */
function showSuspended(usher: Usher, showNotice: (text: string) => void): void {
  const suspended = new Set<string>();
  usher.on('purchase', ({ id, status }) => {
    if (status === 'suspended') {
      suspended.add(id);
      showNotice(suspendedText);
    } else if (suspended.delete(id) && suspended.size === 0) {
      showNotice('');
    }
  });
}
