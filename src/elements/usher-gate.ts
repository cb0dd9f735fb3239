import {
  html,
  nothing,
  type CSSResultGroup,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { GateOptions } from '../item/gate.ts';
import { unasked, type ItemState } from '../item/item-state.ts';
import type { MediaElementLike } from '../item/media-element.ts';
import type { ElementItem, ElementUsher } from './element-usher.ts';
import { gateStyles } from './gate-styles.ts';
import { panelStyles } from './panel-styles.ts';
import type { PanelView } from './panel-view.ts';
import { panel, stepText } from './panel.ts';
import type { Texts } from './texts/texts.ts';
import { UsherPanel } from './usher-panel.ts';

/** The properties that say which item a gate sells. */
const itemProperties = ['item', 'streamtype', 'globalId', 'itemTitle'] as const;

/** Holds a media element until the viewer may watch the item, and says why it is held. */
export class UsherGate extends UsherPanel {
  static override properties: PropertyDeclarations = {
    ...UsherPanel.properties,
    preview: { type: Number },
    load: { attribute: false },
  };
  static override styles: CSSResultGroup = [panelStyles, gateStyles];

  /** The free preview, in seconds from the start. Default 0. */
  declare preview: number | undefined;
  /** Loads the sources into a player that needs more than `src`. */
  declare load: GateOptions['load'];
  private access = '';
  /** The viewer has seen a panel since the film was last granted. */
  private wasHeld = false;
  private closeGate: (() => void) | undefined;
  /** Calls the present `load`. A framework may set a new function at each rendering. */
  private readonly callLoad: GateOptions['load'] = (sources) => this.load?.(sources);
  /** What the present gate was made of. */
  private gated: readonly unknown[] = [];

  /** A framework may replace the player anywhere inside the gate. */
  private readonly changes = new MutationObserver(() => this.awaitPlayers());

  override connectedCallback(): void {
    super.connectedCallback();
    this.changes.observe(this, { childList: true, subtree: true });
    this.awaitPlayers();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.changes.disconnect();
    this.openGate();
  }

  protected override updated(changed: PropertyValues): void {
    const usher = this.runtime;
    const item = usher && this.target(usher);
    if (item && this.isConnected) {
      this.openGate(usher, item);
      this.showAccess(item.$state.get());
    } else if (this.access && this.isConnected) {
      // The page has taken the item away: nothing is granted any more.
      this.openGate();
      this.media()?.pause();
      this.showAccess(unasked);
    }
    // Offers inside show the item of this gate.
    if (itemProperties.some((name) => changed.has(name))) {
      for (const offers of this.querySelectorAll<UsherPanel>('usher-offers')) {
        offers.requestUpdate?.();
      }
    }
    super.updated(changed); // moves the focus: what a style sheet hides by `access` takes none
  }

  protected override focusTarget(): HTMLElement | null | undefined {
    return this.view?.step === 'granted' ? this.media() : super.focusTarget();
  }

  /** The media element: the first video, audio or player among the children. */
  private media(): (HTMLElement & MediaElementLike) | undefined {
    const children = Array.from(this.querySelectorAll<HTMLElement>('*'));
    return children.find(
      (child): child is HTMLElement & MediaElementLike =>
        typeof (child as Partial<MediaElementLike>).play === 'function',
    );
  }

  /** Replaces the gate of the media element, when one of its parts has changed. */
  private openGate(usher?: ElementUsher, item?: ElementItem): void {
    const media = this.media();
    // An attribute that is no number, or was removed, gives no preview.
    const previewSeconds = Number(this.preview) >= 0 ? Number(this.preview) : 0;
    const load = typeof this.load === 'function' ? this.callLoad : this.load;
    const parts = [usher, item, media, previewSeconds, load];
    if (parts.every((part, at) => part === this.gated[at])) return;
    this.gated = parts;
    this.closeGate?.();
    this.closeGate = undefined;
    if (this.sale.isUnplayable) this.sale.clear(); // a failure is reported again
    if (!usher || !item || !media) return;
    const onError = (error: unknown): void => this.sale.fail(error, { isUnplayable: true });
    const options = { previewSeconds, load, onError };
    const { $status, stop } = usher.gate(media, item, options);
    const stopListening = $status.subscribe((status) => this.setPreviewing(status === 'preview'));
    this.closeGate = () => {
      stopListening();
      stop();
      this.setPreviewing(false);
    };
  }

  /** A preview is not covered. */
  private setPreviewing(isPreviewing: boolean): void {
    this.toggleAttribute('previewing', isPreviewing);
    this.requestUpdate();
  }

  /** A player that is defined later is held from then on. */
  private awaitPlayers(): void {
    this.requestUpdate();
    for (const { localName } of this.querySelectorAll(':not(:defined)')) {
      void customElements.whenDefined(localName).then(() => this.requestUpdate());
    }
  }

  private showAccess({ access, reason }: ItemState): void {
    if (access === this.access) return;
    this.access = access;
    this.setAttribute('access', access);
    this.tell('usher-access', { access, reason });
  }

  protected override render(): TemplateResult {
    const { view, texts, runtime } = this;
    const isCovered = !!view && isHeld(view) && !this.hasAttribute('previewing');
    const state = runtime && this.state(runtime);
    return html`<div part="media" ?inert=${isCovered}>
        <slot></slot>
      </div>
      <div class="spoken" role="status">${state && this.grantText(state)}</div>
      ${state && view && texts ? this.cover(view, texts, state) : nothing}`;
  }

  /** Why the film plays now. The panel that has said why it did not is gone. */
  private grantText({ reason }: ItemState): TemplateResult | typeof nothing {
    const { view, texts, sale } = this;
    if (view && isHeld(view)) this.wasHeld = true;
    // That a voucher has been redeemed is known shortly after the grant.
    if (view?.step !== 'granted' || !texts || !this.wasHeld || sale.isBusy) return nothing;
    const { title, text } = stepText(sale, view, texts, reason);
    return html`<p>${title}</p>
      <p>${text}</p>`;
  }

  /** What lies over the media element, or below it when the item is granted. */
  private cover(view: PanelView, texts: Texts, { access, reason }: ItemState): TemplateResult {
    const why = this.sale.isUnplayable && access === 'granted' ? 'unplayable' : reason;
    const { sale } = this;
    const text = stepText(sale, view, texts, why);
    const own = panel(sale, view, texts, { ...text, isSilent: this.noteText(text) });
    const name = ['granted', 'checking', 'unknown'].includes(view.step) ? view.step : 'denied';
    return html`<div part="cover" class=${view.step}>
      <slot name=${name}>${view.step === 'granted' ? nothing : own}</slot>
    </div>`;
  }
}

const isHeld = ({ step }: PanelView): boolean => step !== 'granted' && step !== 'checking';
