import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import type { ReadableAtom } from 'nanostores';
import type { User } from '../../session/state/session-state.ts';
import { button } from '../button.ts';
import type { ElementUsher } from '../element-usher.ts';
import { keepFocus, type FocusKeeper } from '../keep-focus.ts';
import { keepLogin } from '../keep-login.ts';
import { panelStyles } from '../panel-styles.ts';
import type { Texts } from '../texts/texts.ts';
import { UsherElement } from '../usher-element.ts';
import { accountView, type AccountView } from './account-view.ts';
import { viewerStyles } from './viewer-styles.ts';

/** Who is logged in, with login and logout. */
export class UsherAccount extends UsherElement {
  static override styles: CSSResultGroup = [panelStyles, viewerStyles];

  private view: AccountView | undefined;
  private isOpen = false;
  /** The ID of the last user that was known. `null` when no user was logged in. */
  private lastUser: string | null | undefined;
  /** What has changed since the page was opened, here or in another element or tab. */
  private change: 'login' | 'logout' | undefined;
  private readonly focusKeeper: FocusKeeper = keepFocus(this);

  protected override begin({ start }: ElementUsher): void {
    // The user of another runtime has not logged out.
    this.lastUser = undefined;
    this.change = undefined;
    start().catch(() => {}); // the session shows the error
  }

  protected override stores({ $session }: ElementUsher): readonly ReadableAtom<unknown>[] {
    return [$session];
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const session = this.runtime?.$session.get();
    if (!session || !this.texts) return;
    if (session.user) this.isOpen = false;
    this.noteUser(session.user);
    this.view = accountView(session, this.isOpen);
    this.focusKeeper.before(this.view.kind);
  }

  /** A user that is not known yet is no change, and the first one is none either. */
  private noteUser(user: User | null | undefined): void {
    if (user === undefined) return;
    const id = user?.id ?? null;
    if (this.lastUser !== undefined && this.lastUser !== id) this.change = id ? 'login' : 'logout';
    this.lastUser = id;
  }

  protected override updated(): void {
    const { view } = this;
    keepLogin(this, view?.kind === 'login' && view.isOpen);
    this.focusKeeper.after(this.renderRoot.querySelector('button'));
  }

  protected override render(): TemplateResult {
    const { view, texts, runtime } = this;
    if (!view || !texts || !runtime) return html`<slot></slot>`;
    return html`<div part="account" role="group" aria-label=${texts.say('account')}>
        ${this.content(view, texts)}
      </div>
      <div class="spoken" role="status">${this.announcement(view, texts)}</div>
      <slot name="usher-login"></slot>`;
  }

  private content(view: AccountView, { say }: Texts): TemplateResult {
    if (view.kind === 'status') return html`<span part="status">${say(view.key)}</span>`;
    if (view.kind === 'user') {
      return html`<span part="name">${view.name ?? say('loggedIn')}</span> ${button(
          say('logout'),
          () => this.logout(),
        )}`;
    }
    return html`<button
      type="button"
      part="button"
      aria-expanded=${view.isOpen}
      @click=${() => this.toggle()}
    >
      ${say('login')}
    </button>`;
  }

  private announcement(view: AccountView, { say }: Texts): string | typeof nothing {
    if (this.change === 'login' && view.kind === 'user') {
      return view.name ? say('loginDone', { name: view.name }) : say('loggedIn');
    }
    return this.change === 'logout' && view.kind !== 'user' ? say('logoutDone') : nothing;
  }

  private toggle(): void {
    this.isOpen = !this.isOpen;
    this.requestUpdate();
  }

  private logout(): void {
    this.runtime?.logout().then(
      () => this.tell('usher-logout', null),
      (error: unknown) => this.tell('usher-failure', error),
    );
  }
}
