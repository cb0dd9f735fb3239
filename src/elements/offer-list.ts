import { html, nothing, type TemplateResult } from 'lit';
import type { Offer } from '../item/offer.ts';
import { button } from './button.ts';
import type { PanelView } from './panel-view.ts';
import type { Sale } from './sale.ts';
import { offerDetails, offerTitle, type Texts } from './texts/texts.ts';

/** The offers of the item, and the subscriptions: two lists where there are both. */
export function offerLists(sale: Sale, offers: readonly Offer[], texts: Texts): TemplateResult[] {
  const isSubscription = ({ operation }: Offer): boolean => operation === 'subscription';
  const groups = [
    { key: 'thisItem', list: offers.filter((offer) => !isSubscription(offer)) },
    { key: 'subscriptions', list: offers.filter(isSubscription) },
  ] as const;
  const shown = groups.filter(({ list }) => list.length);
  return shown.map(
    ({ key, list }) =>
      html`${shown.length > 1 ? html`<h3 part="group" id=${key}>${texts.say(key)}</h3>` : nothing}
        <ul part="offers" aria-labelledby=${shown.length > 1 ? key : nothing}>
          ${list.map((offer) => offerItem(sale, offer, texts))}
        </ul>`,
  );
}

const offerItem = (sale: Sale, offer: Offer, texts: Texts): TemplateResult =>
  html`<li>
    <button type="button" part="offer" @click=${() => sale.show({ form: 'payment', offer })}>
      <span part="offer-title">${offerTitle(texts, offer)}</span>
      <span part="offer-details">${offerDetails(texts, offer, sale.willRenew(offer))}</span>
    </button>
  </li>`;

/** One button for each payment provider. The click on it pays. */
export function paymentChoice(
  sale: Sale,
  { offer }: PanelView,
  { say, price }: Texts,
): TemplateResult | typeof nothing {
  if (!offer) return nothing;
  if (!offer.amount && sale.refused !== offer) {
    return button(say('offer.free'), () => sale.acceptFree(offer), 'button primary');
  }
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
