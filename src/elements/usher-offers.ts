import {
  html,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { onNetworkBack, onWake } from '../browser/wake.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { ErrorCode } from '../errors/usher-error.ts';
import type { Offer } from '../item/offer.ts';
import type { User } from '../session/state/session-state.ts';
import type { ElementCheckout, ElementUsher } from './element-usher.ts';
import { panelStyles } from './panel-styles.ts';
import type { PanelView } from './panel-view.ts';
import { panel, stepText } from './panel.ts';
import type { Sale } from './sale.ts';
import { UsherPanel } from './usher-panel.ts';

/** A load that has failed. The offers are loaded again when one of these has changed. */
interface FailedLoad {
  /** When the session had last changed. */
  readonly changedAt: number;
  /** The checkout, if its code is loaded. */
  readonly checkout: ElementCheckout | undefined;
  /** It may succeed when the network is back. */
  readonly isOfNetwork: boolean;
  /** The network may be back. */
  readonly isOver?: boolean;
}

const networkCodes: readonly ErrorCode[] = ['network', 'offline', 'timeout'];

/** The offers of an item, or those of the domain: the viewer chooses one and pays. */
export class UsherOffers extends UsherPanel {
  static override properties: PropertyDeclarations = {
    ...UsherPanel.properties,
    filter: { attribute: false },
  };
  static override styles: CSSResultGroup = panelStyles;

  /** Whether an offer of the domain is shown. Default: all that need no item. */
  declare filter: ((offer: Offer) => boolean) | undefined;

  private offers: readonly Offer[] | undefined;
  /** The runtime whose offers are shown. */
  private asked: ElementUsher | undefined;
  /** The ID of the user whose offers were read last. `null` when no user was logged in. */
  private askedFor: string | null | undefined;
  private isLoading = false;
  /** The last load has failed. */
  private failure: FailedLoad | undefined;
  /** The error of the last load is shown. */
  private hasFailed = false;
  private stopWaking: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopWaking ??= onNetworkBack(onWake, () => {
      if (!this.failure?.isOfNetwork) return;
      this.failure = { ...this.failure, isOver: true };
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWaking?.();
    this.stopWaking = undefined;
  }

  protected override domainOffers(): readonly Offer[] {
    const { offers = [], filter } = this;
    const sold = offers.filter(({ operation }) => !needingMore.includes(operation));
    return filter ? sold.filter(filter) : sold;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const usher = this.runtime;
    if (usher && !this.reference() && this.isDue(usher)) {
      if (usher !== this.asked) this.offers = undefined; // those of an earlier runtime
      this.asked = usher;
      this.failure = undefined;
      void this.load(usher);
    }
    super.willUpdate(changed);
  }

  private isDue(usher: ElementUsher): boolean {
    if (usher !== this.asked) return true;
    const { status, user, changedAt } = usher.$session.get();
    // Another viewer may have other prices. After an end, nothing opens a session again by itself.
    const isAnother = user !== undefined && status !== 'ended' && idOf(user) !== this.askedFor;
    if (isAnother && !this.isLoading) return true;
    const { failure } = this;
    if (!failure) return false;
    // A click may have loaded the code that was missing.
    const isLoaded = this.sale.checkout !== failure.checkout;
    return failure.changedAt !== changedAt || isLoaded || !!failure.isOver;
  }

  private async load(usher: ElementUsher): Promise<void> {
    this.isLoading = true;
    const { user } = usher.$session.get();
    try {
      this.sale.prepare();
      const offers = await (await usher.checkout()).offers();
      if (usher !== this.asked) return;
      this.offers = offers;
      // An action has removed the error already, and its own result stays.
      if (this.hasFailed && !this.sale.isBusy) this.sale.clear();
      this.hasFailed = false;
    } catch (error) {
      if (usher !== this.asked) return;
      this.failure = {
        changedAt: usher.$session.get().changedAt,
        checkout: this.sale.checkout,
        isOfNetwork: isUsherError(error) && networkCodes.includes(error.code),
      };
      this.hasFailed = true;
      this.sale.fail(error);
    }
    this.isLoading = false;
    // A viewer who was not known before is known now.
    this.askedFor = idOf(user === undefined ? usher.$session.get().user : user);
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { view, texts, runtime } = this;
    const isReady =
      view && texts && runtime && (this.reference() || this.offers || this.sale.notice);
    if (!isReady) return html`<slot></slot>`;
    const { sale } = this;
    const isEmpty = !!this.offers && !view.offers.length; // not: they could not be loaded
    const isPlain = view.step === 'overview' && !this.reference() && !hasNews(sale, view);
    const text = isPlain
      ? { title: texts.say('offers'), text: isEmpty ? texts.say('noOffers') : '' }
      : stepText(sale, view, texts, this.state(runtime).reason);
    return panel(sale, view, texts, { ...text, isSilent: this.noteText(text) });
  }
}

const idOf = (user: User | null | undefined): string | null | undefined => user && user.id;

/** What cannot be bought without an item, or without a subscription. */
const needingMore: readonly string[] = ['ppv', 'ownage', 'upgrade'];

/** A voucher has been redeemed, or a purchase has just ended. */
const hasNews = ({ notice }: Sale, { purchase }: PanelView): boolean =>
  !!purchase || (!!notice && 'redeemed' in notice);
