import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import { button } from './button.ts';
import { offerLists, paymentChoice } from './offer-list.ts';
import type { PanelView } from './panel-view.ts';
import { isUnreadPurchase, purchaseText, showsContinue } from './purchase-text.ts';
import type { Sale } from './sale.ts';
import { offerDetails, offerTitle, type Texts } from './texts/texts.ts';

/** What a panel says: a title, and a sentence. */
export interface PanelText {
  readonly title: string;
  readonly text: string | TemplateResult;
}

type Part = TemplateResult | typeof nothing;

/** The panel of an item that is not granted. A status has its heading, which may be silent. */
export function panel(
  sale: Sale,
  view: PanelView,
  texts: Texts,
  { title, text, isSilent }: PanelText & { readonly isSilent: boolean },
): TemplateResult {
  return html`<section
    part="panel"
    aria-labelledby="title"
    aria-busy=${sale.isBusy}
    @pointerenter=${() => sale.prepare()}
  >
    <div role="status" aria-live=${isSilent ? 'off' : 'polite'}>
      <h2 part="title" id="title" tabindex="-1" aria-describedby="text">${title}</h2>
      <p part="text" id="text">${text}</p>
    </div>
    ${
      view.incident
        ? html`<p part="notice">${texts.say('incident', { title: view.incident })}</p>`
        : nothing
    }
    ${content(sale, view, texts)}
    <p part="error" id="error" role="alert">${noticeText(sale, texts)}</p>
    ${view.canGoBack ? button(texts.say('back'), () => sale.show({}), 'button link') : nothing}
  </section>`;
}

/** The title and the sentence of each step. Without an answer the `given` reason is empty. */
export function stepText(sale: Sale, view: PanelView, texts: Texts, given: string): PanelText {
  const { step, offer, purchase } = view;
  const { say, sayOf } = texts;
  const reason = given || 'error';
  if (step === 'checking' || (view.canRetry && sale.isBusy)) {
    return { title: say('checking'), text: '' };
  }
  // The text that follows is new then, so it is said: the return may still not be readable.
  if (purchase && sale.isBusy && isUnreadPurchase(purchase)) {
    return { title: say('loading'), text: '' };
  }
  if (view.isForgotten) return { title: say('session.ended'), text: '' };
  if (step === 'login') return { title: say('loginTitle'), text: whyLogin(sale, view, texts) };
  if (step === 'voucher') return { title: say('voucher'), text: '' };
  if (step === 'payment' && offer) {
    return {
      title: offerTitle(texts, offer),
      text: termsOf(view, texts, offer, sale.willRenew(offer)),
    };
  }
  const next = step === 'granted' ? say('next.granted') : '';
  return (
    redeemedText(sale, texts, next) ??
    (purchase && purchaseText(purchase, texts)) ?? {
      title: sayOf('reason', reason),
      text: next || sayOf('why', reason, { reason }),
    }
  );
}

/** What a panel says below its content. */
export function noticeText({ notice }: Sale, { say, sayOf }: Texts): string {
  if (!notice || 'redeemed' in notice) return '';
  return 'key' in notice ? say(notice.key) : sayOf('error', notice.error);
}

function whyLogin(sale: Sale, view: PanelView, texts: Texts): string {
  const { form, offer } = view;
  if (form === 'voucher') return texts.say('voucherFirst');
  if (!offer) return '';
  return texts.say('buyFirst', { offer: summary(view, texts, offer, sale.willRenew(offer)) });
}

/** What an offer is for, and its terms. */
const termsOf = (
  { itemTitle }: PanelView,
  texts: Texts,
  offer: OfferTerms,
  willRenew: unknown,
): string =>
  [offer.operation !== 'subscription' && itemTitle, offerDetails(texts, offer, willRenew)]
    .filter(Boolean)
    .join(' · ');

/** What is bought, in a line. */
const summary = (view: PanelView, texts: Texts, offer: OfferTerms, willRenew: unknown): string =>
  [offerTitle(texts, offer), termsOf(view, texts, offer, willRenew)].filter(Boolean).join(' · ');

/** What a voucher has opened. `next` is for the item of the panel. */
function redeemedText(sale: Sale, { say }: Texts, next: string): PanelText | undefined {
  const { notice, isUnplayable } = sale;
  if (isUnplayable || !notice || !('redeemed' in notice)) return undefined;
  const { redeemed } = notice;
  const { title, address } = redeemed ?? {};
  const other = say('redeemedOther');
  // An address may contain an ID, which says nothing to a viewer.
  const name = address ? html`<a href=${address}>${title ?? other}</a>` : title;
  return {
    title: say('redeemed'),
    text: redeemed ? html`${title || !address ? other : ''} ${name}` : next,
  };
}

function content(sale: Sale, view: PanelView, texts: Texts): Part {
  switch (view.step) {
    case 'purchase':
      return purchaseActions(sale, view, texts);
    case 'login':
      return html`<slot name="usher-login"></slot><slot name="login"></slot>`;
    case 'payment':
      return html`${paymentChoice(sale, view, texts)}<slot name="payment"></slot>`;
    case 'voucher':
      return voucherForm(sale, texts);
    case 'overview':
    case 'unknown':
      return overview(sale, view, texts);
    case 'checking':
    case 'granted':
      return nothing;
  }
}

function purchaseActions(sale: Sale, view: PanelView, texts: Texts): Part {
  const { purchase } = view;
  if (!purchase) return nothing;
  const offer = sale.offerOf(purchase);
  const bought = purchase.amount !== null ? summary(view, texts, offer, purchase.willRenew) : '';
  // A button that has the focus must not become that of another purchase.
  return html`<p part="summary">${bought}</p>
    ${keyed(purchase.id, nextOf(sale, purchase, texts))}`;
}

function nextOf(sale: Sale, purchase: PurchaseState, texts: Texts): TemplateResult {
  const { say } = texts;
  return showsContinue(purchase)
    ? html`<div part="actions">
        ${button(say('continuePayment'), () => sale.resume(purchase), 'button primary')}
        ${button(say('cancelPurchase'), () => sale.cancel(purchase), 'button link')}
      </div>`
    : html`<progress part="progress" aria-labelledby="title"></progress
        >${checkAgain(() => sale.resume(purchase), purchase, texts)}`;
}

/** For a purchase whose return is not read yet: another reading of it. */
export const checkAgain = (check: () => void, purchase: PurchaseState, { say }: Texts): Part =>
  isUnreadPurchase(purchase)
    ? html`<div part="actions">${button(say('checkAgain'), check)}</div>`
    : nothing;

function overview(sale: Sale, view: PanelView, texts: Texts): Part {
  const { say } = texts;
  const { canLogin, canRedeem, canRetry, offers } = view;
  const isSold = offers.length > 0;
  return html`${offerLists(sale, offers, texts)}
    <div part="actions">
      ${canRetry ? button(say('retry'), () => sale.retry(), 'button primary') : nothing}
      ${
        canLogin
          ? html`${isSold ? html`<span part="hint">${say('loginHint')}</span>` : nothing}
            ${button(
              say('login'),
              () => sale.show({ form: 'login' }),
              isSold ? 'button link' : 'button primary',
            )}`
          : nothing
      }
      ${
        canRedeem
          ? button(say('voucher'), () => sale.show({ form: 'voucher' }), 'button link voucher')
          : nothing
      }
    </div>`;
}

function voucherForm(sale: Sale, { say }: Texts): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    sale.redeem(form.querySelector('input')!.value.trim());
  };
  return html`<form part="form" novalidate @submit=${submit}>
    <label part="label" for="code">${say('voucherCode')}</label>
    <input
      part="input"
      id="code"
      name="code"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      aria-invalid=${!!sale.notice}
      aria-describedby="error"
    />
    <button part="button primary">${say('redeem')}</button>
  </form>`;
}
