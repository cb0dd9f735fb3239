import type { PurchaseState } from 'usher-runtime';
import { el } from '../../ui/dom.ts';

/**
 * The runtime does not open a provider again within this time, so that a double click does not
 * pay twice.
 */
const pauseMs = 10_000;

/**
 * The button by which a viewer goes on with an open payment. It is disabled while the provider has
 * just been opened.
 * @param resume called in the click
 */
export function createResumeButton(
  { status, changedAt }: PurchaseState,
  resume: () => void,
): HTMLButtonElement {
  const pause = (ms: number): void => {
    if (ms <= 0) return;
    button.disabled = true;
    setTimeout(() => {
      button.disabled = false;
    }, ms);
  };
  const button = el(
    'button',
    {
      type: 'button',
      class: 'button primary',
      'data-resume': '',
      onclick: () => {
        pause(pauseMs);
        resume();
      },
    },
    status === 'preparing' ? 'Try again' : 'Go on with the payment',
  );
  if (status === 'awaiting-provider') pause(changedAt + pauseMs - Date.now());
  return button;
}
