import { html, render } from 'lit/html.js';
import type { User, Usher } from 'usher-runtime';
import { errorText } from '../../ui/error-text.ts';
import { createPopoverPanel } from '../../ui/popover-panel.ts';
import { renderElement } from '../../ui/render-element.ts';
import { userName } from './user-name.ts';

export interface AccountMenu {
  /** Focuses the menu where the element that had the focus is hidden now. */
  readonly keepFocus: () => void;
}

/** Shows who is logged in, and the buttons for login and logout. */
export function mountAccountMenu(
  container: HTMLElement,
  usher: Usher,
  openLogin: () => void,
): AccountMenu {
  const login = createLogin(openLogin);
  const { panel, opener } = createPopoverPanel({
    name: 'account',
    label: 'Your account',
    className: 'button',
  });
  const announcement = renderElement(
    HTMLElement,
    html`<p class="visually-hidden" role="status"></p>`,
  );
  const showUser = createPanelContent(panel, opener, usher);
  container.append(login, opener, panel, announcement);

  // A login needs a session.
  const showLogin = (): void => {
    login.hidden = Boolean(usher.$user.get()) || usher.$session.get().status === 'static';
  };
  usher.$session.listen(showLogin);

  let before: User | null | undefined;
  usher.$user.subscribe((user) => {
    showLogin();
    showUser(user ?? null);
    if (before !== undefined && Boolean(before) !== Boolean(user)) {
      announcement.textContent = user ? `Logged in as ${userName(user)}.` : 'Logged out.';
    }
    before = user;
  });

  const keepFocus = (): void => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) {
      (login.hidden ? opener : login).focus();
    }
  };
  panel.addEventListener('toggle', keepFocus);
  return { keepFocus };
}

const createLogin = (openLogin: () => void): HTMLButtonElement =>
  renderElement(
    HTMLButtonElement,
    html`<button type="button" class="button" data-login @click=${openLogin}>Log in</button>`,
  );

/** Answers with a function that shows a user in the panel and on its button. */
function createPanelContent(
  panel: HTMLElement,
  opener: HTMLElement,
  usher: Usher,
): (user: User | null) => void {
  let heading = '';
  const draw = (problem: string): void => {
    render(
      html`<h2>${heading}</h2>
        <p role="status">${problem}</p>
        <a class="button" href="/tickets.html">My tickets</a
        ><button type="button" class="button" data-logout @click=${logOut}>Log out</button>`,
      panel,
    );
  };
  const logOut = async ({ currentTarget: button }: Event): Promise<void> => {
    if (!(button instanceof HTMLButtonElement)) return;
    button.disabled = true;
    try {
      await usher.logout();
      panel.hidePopover();
    } catch (error) {
      draw(errorText(error));
    }
    button.disabled = false;
  };
  return (user) => {
    const name = user ? userName(user) : '';
    opener.hidden = !user;
    render(html`<span class="account-name">${name}</span>`, opener);
    heading = user ? `Welcome, ${name}` : '';
    draw('');
  };
}
