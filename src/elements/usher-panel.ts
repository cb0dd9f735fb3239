import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { ReadableAtom } from 'nanostores';
import { pageLoadedAt } from '../browser/page-loaded-at.ts';
import type { PaymentResult } from '../checkout/operations/operations.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import { unasked, type ItemState } from '../item/item-state.ts';
import type { Offer } from '../item/offer.ts';
import type { SellingElement } from './element-types.ts';
import type { ElementItem, ElementUsher } from './element-usher.ts';
import { keepFocus, type FocusKeeper } from './keep-focus.ts';
import { keepLogin } from './keep-login.ts';
import { panelView, type NamedItem, type PanelView } from './panel-view.ts';
import type { PanelText } from './panel.ts';
import { showsContinue } from './purchase-text.ts';
import { createSale, saysChange, type OfferOptions, type RedeemedItem, type Sale } from './sale.ts';
import { speakers } from './speakers.ts';
import { subscriptionName } from './texts/texts.ts';
import { UsherElement } from './usher-element.ts';

/** A return page may have settled a purchase so long before this page, in ms. */
const returnMs = 60_000;

/** An attribute that was removed is `null`. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** What `usher-gate` and `usher-offers` have in common: they sell an item. */
export abstract class UsherPanel extends UsherElement {
  static override properties: PropertyDeclarations = {
    ...UsherElement.properties,
    item: {},
    streamtype: {},
    globalId: { attribute: 'globalid' },
    itemTitle: { attribute: 'item-title' },
    optionsOf: { attribute: false },
    describeItem: { attribute: false },
  };

  declare item: SellingElement['item'];
  declare streamtype: string | undefined;
  declare globalId: SellingElement['globalId'];
  declare itemTitle: string | undefined;
  declare describeItem: SellingElement['describeItem'];
  declare optionsOf: ((offer: OfferTerms) => OfferOptions | undefined) | undefined;
  protected view: PanelView | undefined;
  protected readonly sale: Sale;
  /** The rendering moves the focus to the heading. */
  private movesFocus = false;
  /** What the panel said last, other than that a check is under way. */
  private said: PanelText | undefined;
  /** A check is under way, or it has ended and the panel says what it said before. */
  private repeats = false;
  private readonly focusKeeper: FocusKeeper;
  /** The ID of the last purchase that was shown. */
  private purchase: string | undefined;
  /** What is sold to whom: an offer that was chosen there, or what was said, counts only there. */
  private sold: {
    readonly usher?: ElementUsher | undefined;
    readonly item?: string | undefined;
    /** The ID of the last user that was known. `null` when no user was logged in. */
    readonly user?: string | null | undefined;
  } = {};
  private readonly speaksOf = (id: string): boolean =>
    id === this.purchase && this.getClientRects().length > 0;

  constructor() {
    super();
    this.focusKeeper = keepFocus(this);
    this.sale = createSale({
      runtime: () => this.runtime,
      item: () => this.runtime && this.target(this.runtime),
      offers: () => (this.runtime ? this.state(this.runtime).offers : []),
      optionsOf: (offer) => {
        const title = this.titleOf(offer);
        return { ...(title && { title }), ...this.optionsOf?.(offer) };
      },
      redeemedItem: (result) => this.redeemedItem(result),
      tell: (type, detail) => this.tell(type, detail),
      requestUpdate: () => this.requestUpdate(),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    speakers().add(this.speaksOf);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    speakers().delete(this.speaksOf);
  }

  /** An offer may be chosen before there is a runtime. */
  protected override begin(): void {
    if (this.sale.task.form) this.sale.prepare();
  }

  /** What lists and receipts call a purchase of the offer. */
  private titleOf(offer: OfferTerms): string | undefined {
    if (offer.operation !== 'subscription') return this.named()?.itemTitle;
    return this.texts && subscriptionName(this.texts, offer);
  }

  /** What a voucher has opened, if it is not the item of this element. */
  private async redeemedItem(result: PaymentResult): Promise<RedeemedItem | undefined> {
    const { item, streamtype } = result;
    const own = this.reference();
    // The answer has no global ID: of an item that is named by it, the check says more.
    const isOwn =
      own?.streamtype === 'allmedia' || (item === own?.item && streamtype === own.streamtype);
    if (!item || !streamtype || isOwn) return;
    try {
      return (await this.describeItem?.({ item, streamtype })) ?? {};
    } catch {
      return {}; // the voucher is redeemed all the same
    }
  }

  /** Shows how an offer is paid, as after a click on it. */
  choose(offer: Offer): void {
    this.dropOfOther(); // the page may have changed the item in the same task
    this.sale.show({ form: 'payment', offer });
  }

  /** The offers of the domain. Nothing for an element that must have an item. */
  protected domainOffers(): readonly Offer[] | undefined {
    return undefined;
  }

  /** The element that names the item: this one, or the gate around it. */
  private named(): Omit<SellingElement, keyof HTMLElement> | null {
    return this.item ? this : this.closest('usher-gate');
  }

  /** The named item: of this element, or of the gate around it. */
  protected reference(): NamedItem | undefined {
    const named = this.named();
    if (!named?.item) return undefined;
    const { item, streamtype, globalId } = named;
    const globalIdText = isGiven(globalId) ? String(globalId) : undefined;
    return { item: String(item), streamtype: streamtype ?? 'video', globalId: globalIdText };
  }

  protected target(usher: ElementUsher): ElementItem | undefined {
    const named = this.named();
    if (!named?.item) return undefined;
    const { item, streamtype, globalId } = named;
    try {
      return usher.item({ item, streamtype: streamtype ?? 'video', globalId });
    } catch {
      return undefined; // no ID: `debug` names the element
    }
  }

  protected state(usher: ElementUsher): ItemState {
    const item = this.target(usher);
    if (item) return item.$state.get();
    const offers = this.reference() ? undefined : this.domainOffers();
    return offers ? { ...unasked, access: 'denied', offers } : { ...unasked, reason: 'error' };
  }

  protected override stores(usher: ElementUsher): readonly ReadableAtom<unknown>[] {
    const item = this.target(usher);
    return [usher.$session, usher.$purchases, ...(item ? [item.$state] : [])];
  }

  protected override willUpdate(_changed: PropertyValues): void {
    super.willUpdate(_changed);
    const usher = this.runtime;
    this.dropOfOther();
    if (!usher || !this.texts) return;
    this.view = panelView({
      item: this.state(usher),
      reference: this.reference(),
      itemTitle: this.named()?.itemTitle,
      purchases: usher.$purchases.get(),
      session: usher.$session.get(),
      task: this.sale.task,
      newsSince: pageLoadedAt() - returnMs,
      isUnplayable: this.sale.isUnplayable,
    });
    const { step, purchase } = this.view;
    this.purchase = purchase?.id ?? this.purchase;
    const place = step === 'purchase' ? `${step} ${purchase?.id}` : step;
    const mayMove = this.focusKeeper.before(this.paysInPage ? 'payment in page' : place);
    // A heading that has the focus already is not read out again.
    this.movesFocus = mayMove && !this.paysInPage && !this.focusTarget()?.matches(':focus');
  }

  /** A provider may show the payment over the page, and give the focus back to where it was. */
  private get paysInPage(): boolean {
    const { status, provider } = this.view?.purchase ?? {};
    if (status !== 'awaiting-provider') return false;
    const providers = this.sale.checkout?.providers() ?? [];
    return providers.some(({ name, type }) => name === provider && type === 'in-page');
  }

  /**
   * If the page has changed the item or the runtime, the chosen offer belongs to the one before. It
   * stays for a viewer who logs in, but what was said to another viewer does not.
   */
  private dropOfOther(): void {
    const { sale, sold: before } = this;
    const { item, streamtype } = this.reference() ?? {};
    const usher = this.runtime ?? before.usher;
    const named = item && `${item} ${streamtype}`;
    const shown = usher?.$session.get().user;
    const user = shown === undefined ? before.user : (shown?.id ?? null);
    this.sold = { usher, item: named, user };
    const isOther =
      (before.item && before.item !== named) || (before.usher && before.usher !== usher);
    if (isOther) this.said = undefined;
    if (isOther && sale.task.offer) sale.show({});
    if (shown && sale.task.form === 'login') sale.clear({}); // a logout asks for no other login
    if (isOther || (before.user && before.user !== user && !saysChange(sale))) sale.clear();
  }

  protected override updated(_changed: PropertyValues): void {
    const { step, purchase } = this.view ?? {};
    if (purchase && showsContinue(purchase)) this.sale.keep(purchase);
    keepLogin(this, step === 'login');
    if (this.paysInPage) this.heading()?.blur();
    this.focusKeeper.after(this.focusTarget());
  }

  /**
   * Notes what the panel says now. Returns whether its status is silent, because a change is said
   * once: the heading takes the focus and is read out, or a check says nothing new.
   */
  protected noteText(next: PanelText): boolean {
    if (this.view?.step === 'checking') {
      this.repeats = true;
    } else {
      const { said } = this;
      this.repeats &&= next.title === said?.title && next.text === said.text;
      this.said = next;
    }
    return this.movesFocus || this.repeats;
  }

  private readonly heading = (): HTMLElement | null =>
    this.renderRoot.querySelector('[part=title]');

  /**
   * What takes the focus of a new step: a heading is read out, the next tab stop follows it. Not
   * during a payment in the page: the heading would be read out again before the outcome.
   */
  protected focusTarget(): HTMLElement | null | undefined {
    return this.paysInPage ? undefined : this.heading();
  }
}
