import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Offer } from '../dialect/item-state-reader.ts';
import { button } from './button.ts';
import { offerDetails, offerTitle } from './texts/texts.ts';
import type { Texts } from './texts/texts.ts';
import type { PanelView } from './panel-view.ts';
import type { Sale } from './sale.ts';

/** A list of offers. */
export const offerList = (
  offers: readonly Offer[],
  texts: Texts,
  choose: (offer: Offer) => void,
): TemplateResult =>
  html`<ul part="offers">
    ${offers.map(
      (offer) =>
        html`<li>
          <button type="button" part="offer" @click=${() => choose(offer)}>
            <span part="offer-title">${offerTitle(texts, offer)}</span>
            <span part="offer-details">${offerDetails(texts, offer)}</span>
          </button>
        </li>`,
    )}
  </ul>`;

/** One button for each payment provider. The click on it pays. */
export function paymentChoice(
  sale: Sale,
  { offer }: PanelView,
  { say, price }: Texts,
): TemplateResult | typeof nothing {
  if (!offer) return nothing;
  const providers = sale.checkout?.providers();
  if (!providers?.length) {
    return html`<p part="text">${say(providers ? 'noProviders' : 'loading')}</p>`;
  }
  return html`<ul part="providers">
    ${providers.map(
      ({ name, label = name }, index) =>
        html`<li>
          ${button(
            say('pay', { price: price(offer), provider: label }),
            () => sale.pay(offer, name),
            index ? 'button' : 'button primary',
          )}
        </li>`,
    )}
  </ul>`;
}
