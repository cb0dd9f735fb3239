import { html, nothing, render, type CSSResultGroup, type TemplateResult } from 'lit';
import type { ReadableAtom } from 'nanostores';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { ElementUsher } from './element-usher.ts';
import { loginSlot } from './keep-login.ts';
import { formStyles, loginStyles } from './login-styles.ts';
import type { Texts } from './texts/texts.ts';
import { UsherElement } from './usher-element.ts';

/**
 * A login form. The form is a child of the element and not a part of its shadow tree: password
 * managers fill forms of the document, and few look into shadow trees.
 */
export class UsherLogin extends UsherElement {
  static override styles: CSSResultGroup = loginStyles;

  private problem: string | undefined;
  private isBusy = false;

  /** Only a session says who is logged in. An element has opened one for the form inside it. */
  protected override begin({ start }: ElementUsher): void {
    if (this.slot !== loginSlot) start().catch(() => {}); // the session shows the error
  }

  protected override stores({ $session }: ElementUsher): readonly ReadableAtom<unknown>[] {
    return [$session];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { styleSheet } = formStyles;
    const root = this.getRootNode() as Partial<DocumentOrShadowRoot>;
    if (!styleSheet || !root.adoptedStyleSheets || root.adoptedStyleSheets.includes(styleSheet)) {
      return;
    }
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
  }

  protected override render(): TemplateResult {
    const isReady = this.texts && this.runtime;
    return isReady ? html`<slot name="form"></slot>` : html`<slot></slot>`;
  }

  protected override firstUpdated(): void {
    // A copy of an element has the form of the original as a child. It would send the password to
    // the address of the page.
    for (const form of this.querySelectorAll(':scope > form.usher-login')) form.remove();
  }

  protected override updated(): void {
    const { texts, runtime } = this;
    if (!texts || !runtime) return;
    const isDone = runtime.$session.get().user && this.slot !== loginSlot;
    if (isDone) this.problem = undefined; // the next form has no old error
    // The element around this one removes its form, after it has seen where the focus is.
    render(isDone ? nothing : this.form(texts), this);
  }

  private form({ say, sayOf }: Texts): TemplateResult {
    const { problem, isBusy } = this;
    return html`<form
      slot="form"
      class="usher-login"
      method="post"
      aria-busy=${isBusy}
      @submit=${(event: SubmitEvent) => void this.submit(event)}
    >
      <label
        >${say('username')}
        <input
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
        />
      </label>
      <label
        >${say('password')}
        <input type="password" name="password" autocomplete="current-password" required />
      </label>
      <p role="alert">${problem ? sayOf('error', problem) : ''}</p>
      <button>${say(isBusy ? 'loading' : 'login')}</button>
    </form>`;
  }

  private async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const { runtime, isBusy, parentElement } = this;
    if (!runtime || isBusy) return;
    const place = parentElement ?? this;
    const form = event.currentTarget as HTMLFormElement;
    const values = Object.fromEntries(new FormData(form)) as Record<
      'username' | 'password',
      string
    >;
    this.showState({ isBusy: true });
    try {
      const user = await runtime.login(values);
      this.showState({ isBusy: false });
      // The element that shows this form may have removed it by now.
      this.tell('usher-login', user, this.isConnected ? this : place);
    } catch (error) {
      const problem = isUsherError(error) ? error.code : 'other';
      this.showState({ isBusy: false, problem });
      form.querySelector<HTMLInputElement>('[type=password]')?.select();
    }
  }

  private showState(state: { readonly isBusy: boolean; readonly problem?: string }): void {
    this.isBusy = state.isBusy;
    this.problem = state.problem;
    this.requestUpdate();
  }
}
