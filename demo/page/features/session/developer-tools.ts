import { html, type TemplateResult } from 'lit/html.js';
import type { Usher } from 'usher-runtime';
import { paymentProvidersOf } from '../checkout/payment-providers.ts';
import {
  paymentWays,
  readPaymentWay,
  writePaymentWay,
  type PaymentWay,
} from '../checkout/payment-way.ts';
import { inspectorKey } from '../inspector/inspector-key.ts';
import { option } from '../lists/option.ts';

/** What a developer looks at and switches, in the panel of the session. */
export const developerTools = (usher: Usher, panel: HTMLElement): TemplateResult =>
  html`<section class="developer-tools" aria-labelledby="developer-tools-title">
    <h3 id="developer-tools-title">For developers</h3>
    ${paymentWaySelect(usher)}
    <button type="button" class="button" @click=${() => openInspector(usher, panel)}>
      Inspector (${inspectorKey})
    </button>
  </section>`;

function paymentWaySelect(usher: Usher): TemplateResult {
  const chosen = readPaymentWay();
  const change = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLSelectElement)) return;
    const way = currentTarget.value as PaymentWay; // one of the options below
    writePaymentWay(way);
    usher.configure({ providers: paymentProvidersOf(way) });
  };
  return html`<label for="payment-way"
    >Payments open<select id="payment-way" @change=${change}>
      ${Object.entries(paymentWays).map(([value, text]) => option(value, text, chosen))}
    </select></label
  >`;
}

/** The panel would cover the inspector. */
async function openInspector(usher: Usher, panel: HTMLElement): Promise<void> {
  panel.hidePopover();
  await usher.inspect({ docs: '/docs/' }).catch(() => undefined); // without its code there is nothing to show
}
