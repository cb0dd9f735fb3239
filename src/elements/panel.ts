import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { button } from './button.ts';
import { offerDetails, offerTitle } from './texts/texts.ts';
import type { Texts } from './texts/texts.ts';
import { offerList, paymentChoice } from './offer-list.ts';
import type { PanelView } from './panel-view.ts';
import { purchaseText, showsContinue } from './purchase-text.ts';
import type { Sale } from './sale.ts';

/** What a panel says: a title, and a sentence. */
export interface PanelText {
  readonly title: string;
  readonly text: string;
}

type Part = TemplateResult | typeof nothing;

/** The panel of an item that is not granted. */
export function panel(sale: Sale, view: PanelView, texts: Texts, text: PanelText): TemplateResult {
  return html`<section
    part="panel"
    aria-labelledby="title"
    aria-busy=${sale.isBusy}
    @pointerenter=${() => sale.prepare()}
  >
    <div role="status">
      <h2 part="title" id="title" tabindex="-1">${text.title}</h2>
      <p part="text">${text.text}</p>
    </div>
    ${
      view.incident
        ? html`<p part="notice">${texts.say('incident', { title: view.incident })}</p>`
        : nothing
    }
    ${content(sale, view, texts)}
    <p part="error" role="alert">${noticeText(sale, texts)}</p>
    ${view.canGoBack ? button(texts.say('back'), () => sale.show({}), 'button link') : nothing}
  </section>`;
}

/** The title and the sentence of each step. `reason` is the platform's. */
export function stepText(
  { step, offer, purchase }: PanelView,
  texts: Texts,
  reason: string,
): PanelText {
  const { say, sayOf } = texts;
  if (step === 'checking') return { title: say('checking'), text: '' };
  if (step === 'purchase' && purchase) return purchaseText(purchase, texts);
  const chosen = offer ? offerTitle(texts, offer) : '';
  if (step === 'login') {
    return { title: say('loginTitle'), text: chosen && say('buyFirst', { offer: chosen }) };
  }
  if (step === 'voucher') return { title: say('voucher'), text: '' };
  if (step === 'payment' && offer) {
    return { title: chosen, text: offerDetails(texts, offer) };
  }
  return { title: sayOf('reason', reason), text: sayOf('why', reason, { reason }) };
}

/** What a panel says below its content. */
export function noticeText({ notice }: Sale, { say, sayOf }: Texts): string {
  if (!notice) return '';
  return 'key' in notice ? say(notice.key) : sayOf('error', notice.error);
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

function purchaseActions(sale: Sale, { purchase }: PanelView, { say }: Texts): Part {
  if (!purchase) return nothing;
  return showsContinue(purchase)
    ? html`<div part="actions">
        ${button(say('continuePayment'), () => sale.resume(purchase), 'button primary')}
        ${button(say('cancelPurchase'), () => sale.cancel(purchase), 'button link')}
      </div>`
    : html`<progress part="progress" aria-labelledby="title"></progress>`;
}

function overview(sale: Sale, view: PanelView, texts: Texts): Part {
  const { say } = texts;
  const { canLogin, canRedeem, canRetry, offers, purchase } = view;
  const last = purchase && purchaseText(purchase, texts);
  const isSold = offers.length > 0;
  return html`${last ? html`<p part="notice"><b>${last.title}</b> ${last.text}</p>` : nothing}
    ${isSold ? offerList(offers, texts, (offer) => sale.show({ form: 'payment', offer })) : nothing}
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
    />
    <button part="button primary">${say('redeem')}</button>
  </form>`;
}
