import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { ReadableAtom } from 'nanostores';
import type { ElementUsher } from './element-usher.ts';
import { findUsher } from './find-usher.ts';
import { followStores } from './follow-stores.ts';
import { pageDefaults } from './page-defaults.ts';
import { languageOf } from './texts/language.ts';
import { givenVersion, loadWords } from './texts/load-words.ts';
import { createTexts, type Texts } from './texts/texts.ts';

/** The loaded texts, by language and file. An element that comes later shows them at once. */
const loaded: Record<string, Texts> = {};

/** What all elements have: a runtime, and texts in the language of the page. */
export abstract class UsherElement extends LitElement {
  static override properties: PropertyDeclarations = {
    usher: { attribute: false },
    domain: {},
    words: {},
  };

  /** The runtime. Default: the one of `domain`, else of `defineElements`, else of the page. */
  declare usher: ElementUsher | undefined;
  /** The domain of the script tag whose runtime is used. */
  declare domain: string | undefined;
  /** The address of a file with further texts. */
  declare words: string | undefined;
  /** The texts. Absent until they are loaded. */
  protected texts: Texts | undefined;
  /** Names the texts that are loaded, or on their way. */
  private wanted: string | undefined;
  private found: ElementUsher | undefined;
  private begun: ElementUsher | undefined;
  private endSearch: (() => void) | undefined;
  private readonly renderAgain = (): void => this.requestUpdate();
  /** The language may change. */
  private readonly observer = new MutationObserver(this.renderAgain);

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
    this.watchLanguage();
    // Scripts with texts may come after the element, and so may a call of `defineElements`.
    pageDefaults().waiting.add(this.renderAgain);
    this.ownerDocument.addEventListener('DOMContentLoaded', this.renderAgain);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.endSearch?.();
    this.observer.disconnect();
    pageDefaults().waiting.delete(this.renderAgain);
    this.ownerDocument.removeEventListener('DOMContentLoaded', this.renderAgain);
  }

  /** Watches where `languageOf` reads: the page, and each shadow root around the element. */
  private watchLanguage(): void {
    let root: Node | undefined = this.getRootNode();
    while (root) {
      this.observer.observe(root, { subtree: true, attributeFilter: ['lang'] });
      root = (root as Partial<ShadowRoot>).host?.getRootNode();
    }
  }

  /** Called once for each runtime, before the first rendering with it. */
  protected begin(_usher: ElementUsher): void {}

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('domain')) {
      this.found = undefined; // the runtime of the domain before
      if (this.isConnected) this.search();
    }
    const { runtime } = this;
    if (runtime && runtime !== this.begun) this.begin(runtime);
    this.begun = runtime;
    this.loadTexts();
  }

  private loadTexts(): void {
    const { words: address, ownerDocument } = this;
    const language = languageOf(this);
    const source = `${language} ${address}`;
    const wanted = `${source} ${givenVersion(ownerDocument)}`;
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    this.texts = loaded[source] ?? this.texts;
    loadWords(language, ownerDocument, address).then(
      (words) => {
        if (this.wanted !== wanted) return;
        this.texts = createTexts(words, language);
        loaded[source] = this.texts;
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
