import type { User, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { createPopoverPanel } from '../../ui/popover-panel.ts';
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
  const login = el(
    'button',
    { type: 'button', class: 'button', 'data-login': '', onclick: openLogin },
    'Log in',
  );
  const { panel, opener } = createPopoverPanel({
    id: 'account-panel',
    label: 'Your account',
    button: { class: 'button', 'data-account': '' },
  });
  const announcement = el('p', { class: 'visually-hidden', role: 'status' });
  const showUser = fillPanel(panel, opener, usher);
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

/** Answers with a function that shows a user in the panel and on its button. */
function fillPanel(
  panel: HTMLElement,
  opener: HTMLElement,
  usher: Usher,
): (user: User | null) => void {
  const name = el('span', { class: 'account-name' });
  const heading = el('h2');
  const status = el('p', { role: 'status' });
  opener.append(name);
  panel.append(
    heading,
    status,
    el('a', { class: 'button', href: '/tickets.html' }, 'My tickets'),
    createLogout(usher, panel, status),
  );
  return (user) => {
    opener.hidden = !user;
    name.textContent = user ? userName(user) : '';
    heading.textContent = user ? `Welcome, ${userName(user)}` : '';
    status.textContent = '';
  };
}

function createLogout(usher: Usher, panel: HTMLElement, status: HTMLElement): HTMLElement {
  const button = el('button', { type: 'button', class: 'button', 'data-logout': '' }, 'Log out');
  const logOut = async (): Promise<void> => {
    button.disabled = true;
    try {
      await usher.logout();
      panel.hidePopover();
    } catch (error) {
      status.textContent = errorText(error);
    }
    button.disabled = false;
  };
  button.addEventListener('click', () => void logOut());
  return button;
}
