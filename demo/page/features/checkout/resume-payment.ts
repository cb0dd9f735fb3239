import { el } from '../../ui/dom.ts';

/**
 * A provider that was opened less long ago the runtime does not open once more: nobody should pay
 * twice by a double click.
 */
const restMs = 10_000;

/**
 * The button by which a viewer goes on with a payment that is open: `act` is called in the click.
 * It rests while the provider has just been opened.
 */
export function createGoOn({ status, changedAt }, act) {
  const rest = (ms) => {
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
        rest(restMs);
        act();
      },
    },
    status === 'preparing' ? 'Try again' : 'Go on with the payment',
  );
  if (status === 'awaiting-provider') rest(changedAt + restMs - Date.now());
  return button;
}
