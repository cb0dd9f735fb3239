import {
  html,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ReadableAtom } from 'nanostores';
import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { button } from '../button.ts';
import type { ElementUsher } from '../element-usher.ts';
import { offerOf } from '../offer-of.ts';
import { panelStyles } from '../panel-styles.ts';
import { isOpenPurchase } from '../panel-view.ts';
import { checkAgain, noticeText } from '../panel.ts';
import { isUnreadPurchase, purchaseText, showsContinue } from '../purchase-text.ts';
import { createSale, saysChange, type Sale } from '../sale.ts';
import { languageOf } from '../texts/language.ts';
import { offerTitle, subscriptionName, type Texts } from '../texts/texts.ts';
import { UsherElement } from '../usher-element.ts';
import { createPurchaseNews } from './purchase-news.ts';
import { termsText } from './terms-text.ts';
import { viewerStyles } from './viewer-styles.ts';

/** The viewer's purchases on this device. */
export class UsherPurchases extends UsherElement {
  static override properties: PropertyDeclarations = {
    ...UsherElement.properties,
    titleOf: { attribute: false },
    addressOf: { attribute: false },
    filter: { attribute: false },
  };
  static override styles: CSSResultGroup = [panelStyles, viewerStyles];

  declare titleOf: ((purchase: PurchaseState) => string | undefined) | undefined;
  declare addressOf: ((purchase: PurchaseState) => string | undefined) | undefined;
  declare filter: ((purchase: PurchaseState) => boolean) | undefined;
  private readonly sale: Sale;
  private readonly findNews = createPurchaseNews();
  private news: readonly PurchaseState[] = [];
  /** The ID of the purchase whose answer is being read again. */
  private checked: string | undefined;
  /** The ID of the purchase of the last action. What was said of it ends when it has settled. */
  private acted: string | undefined;
  /** The ID of the last user that was known. `null` when no user was logged in. */
  private user: string | null | undefined;
  private hadFocus = false;

  constructor() {
    super();
    this.sale = createSale({
      runtime: () => this.runtime,
      item: () => undefined,
      offers: () => [],
      optionsOf: () => undefined,
      redeemedItem: async () => undefined,
      tell: (type, detail) => this.tell(type, detail),
      requestUpdate: () => this.requestUpdate(),
    });
  }

  protected override begin({ start }: ElementUsher): void {
    start().catch(() => {}); // the session shows the error
    this.sale.prepare(); // checkout reads the purchases of earlier pages
  }

  protected override stores({
    $purchases,
    $session,
  }: ElementUsher): readonly ReadableAtom<unknown>[] {
    return [$purchases, $session];
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const purchases = this.purchases();
    this.dropOfOther(purchases);
    const changes = this.findNews(purchases);
    const stillUnread = this.findStillUnread(purchases);
    const news = changes.length ? changes : stillUnread;
    // The purchases of another viewer are not in the list any more.
    this.news = (news.length ? news : this.news).filter(({ id }) =>
      purchases.some((each) => each.id === id),
    );
    this.hadFocus = this.matches(':focus-within');
  }

  /** Removes what was said to another viewer, or of a purchase that has settled since. */
  private dropOfOther(purchases: readonly PurchaseState[]): void {
    const { sale, acted, user: before } = this;
    const shown = this.runtime?.$session.get().user;
    if (shown !== undefined) this.user = shown?.id ?? null;
    const isOther = before && before !== this.user;
    const isSettled =
      !sale.isBusy && purchases.some((one) => one.id === acted && !isOpenPurchase(one));
    if (isSettled) this.acted = undefined;
    if ((isOther || isSettled) && !saysChange(sale)) sale.clear();
  }

  private resume(purchase: PurchaseState): void {
    this.acted = purchase.id;
    this.sale.resume(purchase);
  }

  private cancel(purchase: PurchaseState): void {
    this.acted = purchase.id;
    this.sale.cancel(purchase);
  }

  /** A purchase that was checked again without a result. An error is said as an alert. */
  private findStillUnread(purchases: readonly PurchaseState[]): readonly PurchaseState[] {
    const { checked, sale } = this;
    if (sale.isBusy) return [];
    this.checked = undefined;
    return sale.notice
      ? []
      : purchases.filter((one) => one.id === checked && isUnreadPurchase(one));
  }

  /** The news are removed, so that they are new for a screen reader when they come back. */
  private checkAgain(purchase: PurchaseState): void {
    this.checked = purchase.id;
    this.news = [];
    this.resume(purchase);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    // The button that had the focus may be gone.
    if (this.hadFocus && !this.matches(':focus-within')) {
      this.renderRoot.querySelector<HTMLElement>('[part=title]')?.focus();
    }
    this.runtime?.$purchases.get().filter(showsContinue).forEach(this.sale.keep);
  }

  protected override render(): TemplateResult {
    const { texts, runtime } = this;
    if (!texts || !runtime) return html`<slot></slot>`;
    const rows = newestFirst(this.purchases());
    const isAnonymous = runtime.$session.get().user === null;
    return html`<section part="panel" aria-labelledby="title" aria-busy=${this.sale.isBusy}>
      <h2 part="title" id="title" tabindex="-1">${texts.say('purchasesTitle')}</h2>
      <div class="spoken" role="status">
        ${this.news.map((purchase) => this.newsText(purchase, texts))}
      </div>
      ${
        rows.length
          ? html`<ul part="purchase-list">
              ${repeat(rows, idOf, (purchase) => html`<li>${this.row(purchase, texts)}</li>`)}
            </ul>`
          : html`<p part="text">${texts.say(isAnonymous ? 'anonymous' : 'noPurchases')}</p>`
      }
      <p part="error" role="alert">${noticeText(this.sale, texts)}</p>
    </section>`;
  }

  private purchases(): readonly PurchaseState[] {
    const { filter = () => true } = this;
    return this.runtime?.$purchases.get().filter((one) => filter(one)) ?? [];
  }

  private nameOf(purchase: PurchaseState, texts: Texts): string {
    const title = this.titleOf?.(purchase) ?? purchase.title;
    if (title !== null && title !== undefined) return title;
    if (purchase.operation === 'subscription') return subscriptionName(texts, purchase);
    // The price of what was bought in an app store may not be known.
    if (purchase.amount === null) return purchase.transactionId ?? '';
    return offerTitle(texts, offerOf(purchase, []));
  }

  /** What has become of a purchase, and what that means for the viewer. */
  private statusText(purchase: PurchaseState, texts: Texts): { title: string; text: string } {
    const { title, text } = purchaseText(purchase, texts);
    const { status, operation, expiresAt } = purchase;
    if (status !== 'granted') return { title, text };
    const date = expiresAt && dateText(expiresAt, languageOf(this));
    return { title, text: date ? texts.sayOf('until', operation, { date }) : texts.say('bought') };
  }

  private newsText(purchase: PurchaseState, texts: Texts): TemplateResult {
    const { title, text } = this.statusText(purchase, texts);
    return html`<p>${this.nameOf(purchase, texts)}</p>
      <p>${title}</p>
      <p>${text}</p>`;
  }

  private row(purchase: PurchaseState, texts: Texts): TemplateResult {
    const { say } = texts;
    const { title, text } = this.statusText(purchase, texts);
    const name = this.nameOf(purchase, texts);
    const address = this.addressOf?.(purchase);
    return html`<div part="purchase ${purchase.status}">
      <div part="purchase-head">
        <h3 part="purchase-title">${address ? html`<a href=${address}>${name}</a>` : name}</h3>
        <time datetime=${new Date(purchase.startedAt).toISOString()}
          >${dateText(purchase.startedAt, languageOf(this))}</time
        >
      </div>
      <p part="terms">${termsText(purchase, name, texts)}</p>
      <div>
        <span part="purchase-status ${purchase.status}">${title}</span>
        <p part="text">${text}</p>
      </div>
      ${
        showsContinue(purchase)
          ? html`<div part="actions">
              ${button(say('continuePayment'), () => this.resume(purchase))}
              ${button(say('cancelPurchase'), () => this.cancel(purchase), 'button link')}
            </div>`
          : checkAgain(() => this.checkAgain(purchase), purchase, texts)
      }
      <slot name=${purchase.id}></slot>
    </div>`;
  }
}

/** A button that has the focus stays that of its purchase when another one is added above. */
const idOf = ({ id }: PurchaseState): string => id;

const newestFirst = (purchases: readonly PurchaseState[]): readonly PurchaseState[] =>
  [...purchases].sort((one, other) => other.startedAt - one.startedAt);

/** A day and a time, in words of a language. A browser without these styles adds seconds. */
const dateText = (ms: number, language: string): string =>
  new Date(ms).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
