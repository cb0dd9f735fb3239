import { LitElement } from 'lit';
import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { ReadableAtom } from 'nanostores';
import type { ElementUsher } from './element-usher.ts';
import { findUsher } from './find-usher.ts';
import { followStores } from './follow-stores.ts';
import { languageOf } from './language.ts';
import { loadWords } from './load-words.ts';
import { createTexts } from './texts.ts';
import type { Texts } from './texts.ts';

/** The texts that were created last. An element that comes later shows them at once. */
let latest: Texts | undefined;

/** What all elements have: a runtime, and texts in the language of the page. */
export abstract class UsherElement extends LitElement {
  static override properties: PropertyDeclarations = {
    usher: { attribute: false },
    domain: {},
  };

  /** The runtime. Default: the one of `domain`, else of `defineElements`, else of the page. */
  declare usher: ElementUsher | undefined;
  /** The domain of the script tag whose runtime is used. */
  declare domain: string | undefined;
  /** The texts. Absent until they are loaded. */
  protected texts: Texts | undefined;
  /** The language whose texts are loaded, or on their way. */
  private wanted: string | undefined;
  private found: ElementUsher | undefined;
  private begun: ElementUsher | undefined;
  private endSearch: (() => void) | undefined;
  private observer: MutationObserver | undefined;

  constructor() {
    super();
    followStores(this, () => (this.runtime ? this.stores(this.runtime) : []));
  }

  /** The runtime, when it is known. */
  get runtime(): ElementUsher | undefined {
    return this.usher ?? this.found;
  }

  /** The stores that the element shows. */
  protected abstract stores(usher: ElementUsher): readonly ReadableAtom<unknown>[];

  override connectedCallback(): void {
    super.connectedCallback();
    this.search();
    this.observer = new MutationObserver(() => this.requestUpdate());
    this.observer.observe(this.ownerDocument, { subtree: true, attributeFilter: ['lang'] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.endSearch?.();
    this.observer?.disconnect();
  }

  override attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    super.attributeChangedCallback(name, before, now);
    if (name === 'domain' && this.isConnected) this.search();
  }

  /** Called once for each runtime, before the first rendering with it. */
  protected begin(_usher: ElementUsher): void {}

  protected override willUpdate(_changed: PropertyValues): void {
    const { runtime } = this;
    if (runtime && runtime !== this.begun) this.begin(runtime);
    this.begun = runtime;
    const language = languageOf(this);
    if (this.wanted === language) return;
    this.wanted = language;
    if (latest?.language === language) this.texts = latest;
    loadWords(language, this.ownerDocument).then(
      (words) => {
        if (this.wanted !== language) return;
        this.texts = latest = createTexts(words, language);
        this.requestUpdate();
      },
      () => {
        this.wanted = undefined; // the next rendering loads them again
      },
    );
  }

  /** Tells the page. The event bubbles, through shadow roots too. */
  protected tell(type: string, detail: unknown, target: Element = this): void {
    target.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  private search(): void {
    this.endSearch?.();
    this.endSearch = findUsher(this.domain, (usher) => {
      this.found = usher;
      this.requestUpdate();
    });
  }
}
