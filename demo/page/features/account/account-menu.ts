import { el } from '../../ui/dom.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { createPanel } from '../../ui/popover-panel.ts';
import { nameOf } from './user-name.ts';

/** Who is logged in, and the way in or out. */
export function mountAccount(place, usher, openLogin) {
  const login = el(
    'button',
    { type: 'button', class: 'button', 'data-login': '', onclick: openLogin },
    'Log in',
  );
  const name = el('span', { class: 'account-name' });
  const { panel, opener } = createPanel({
    id: 'account-panel',
    label: 'Your account',
    button: { class: 'button', 'data-account': '' },
  });
  opener.append(name);
  const said = el('p', { role: 'status' });
  const heading = el('h2');
  const logout = el('button', { type: 'button', class: 'button', 'data-logout': '' }, 'Log out');
  panel.append(
    heading,
    said,
    el('a', { class: 'button', href: '/tickets.html' }, 'My tickets'),
    logout,
  );
  const announced = el('p', { class: 'visually-hidden', role: 'status' });
  place.append(login, opener, panel, announced);

  logout.addEventListener('click', () => {
    logout.disabled = true;
    usher
      .logout()
      .then(
        () => panel.hidePopover(),
        (error) => {
          said.textContent = wordsFor(error);
        },
      )
      .finally(() => {
        logout.disabled = false;
      });
  });

  /** Where there is no session to log in to, no login is offered. */
  const offerLogin = () => {
    login.hidden = Boolean(usher.$user.get()) || usher.$session.get().status === 'static';
  };
  usher.$session.listen(offerLogin);

  let before;
  usher.$user.subscribe((user) => {
    offerLogin();
    opener.hidden = !user;
    name.textContent = user ? nameOf(user) : '';
    heading.textContent = user ? `Welcome, ${nameOf(user)}` : '';
    said.textContent = user ? `Logged in as user ${user.id}.` : '';
    if (before !== undefined && Boolean(before) !== Boolean(user)) {
      announced.textContent = user ? `Logged in as ${nameOf(user)}.` : 'Logged out.';
    }
    before = user;
  });

  /** What had the focus may be hidden now: then what stands in its place takes it. */
  const keepFocus = () => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) {
      (login.hidden ? opener : login).focus();
    }
  };
  panel.addEventListener('toggle', keepFocus);
  return { keepFocus };
}
