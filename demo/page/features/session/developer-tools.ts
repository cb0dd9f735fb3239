import type { Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { paymentProvidersOf } from '../checkout/payment-providers.ts';
import {
  paymentWays,
  readPaymentWay,
  writePaymentWay,
  type PaymentWay,
} from '../checkout/payment-way.ts';
import { inspectorKey } from '../inspector/inspector-key.ts';

/** What a developer looks at and switches, in the panel of the session. */
export function createDeveloperTools(usher: Usher, panel: HTMLElement): HTMLElement {
  const inspect = el(
    'button',
    { type: 'button', class: 'button', onclick: () => void openInspector(usher, panel) },
    `Inspector (${inspectorKey})`,
  );
  return el(
    'section',
    { class: 'developer-tools', 'aria-labelledby': 'developer-tools-title' },
    el('h3', { id: 'developer-tools-title' }, 'For developers'),
    createPaymentWaySelect(usher),
    inspect,
  );
}

function createPaymentWaySelect(usher: Usher): HTMLElement {
  const chosen = readPaymentWay();
  const options = Object.entries(paymentWays).map(([value, text]) =>
    el('option', { value, selected: value === chosen }, text),
  );
  const select = el('select', { id: 'payment-way' }, ...options);
  select.addEventListener('change', () => {
    const way = select.value as PaymentWay; // one of the options above
    writePaymentWay(way);
    usher.configure({ providers: paymentProvidersOf(way) });
  });
  return el('label', { for: select.id }, 'Payments open', select);
}

/** The panel would cover the inspector. */
async function openInspector(usher: Usher, panel: HTMLElement): Promise<void> {
  panel.hidePopover();
  await usher.inspect({ docs: '/docs/' }).catch(() => undefined); // without its code there is nothing to show
}
