const words =
  'You have come back from a payment that was not begun in this browser, so nothing could be finished here. Go back to where you began it; if you have paid, log in and your ticket is there.';
const parkedWords =
  'This payment belongs to another viewer. It is kept, and goes on when they log in again.';

/**
 * Tells a viewer who has come back from a payment that this browser, or this viewer, has nothing to
 * do with it. Resolves with the ID of the purchase where it has; with nothing on any other page.
 * @param {(words: string) => void} say
 */
export async function receiveReturn(usher, say) {
  usher.on('purchase', ({ status }) => {
    if (status === 'parked') say(parkedWords);
  });
  const script = document.querySelector('script[data-clean-address]');
  if (!script?.isReturn) return undefined;
  delete script.isReturn;
  const arrival = await (await usher.checkout()).returned();
  if (!arrival) say(words);
  return arrival?.id;
}
