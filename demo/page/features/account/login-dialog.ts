import type { Usher } from 'usher-runtime';
import { createDialog } from '../../ui/dialog.ts';
import { el } from '../../ui/dom.ts';
import { createLoginForm } from './login-form.ts';
import type { LoginForm } from './login-form.ts';
import { createOtherLoginMethods } from './other-login-methods.ts';

export interface LoginDialog {
  readonly open: () => void;
  /** Says what the login is for. Resolves when the dialog has closed: whether somebody is in. */
  readonly ask: (reason: string) => Promise<boolean>;
  readonly onClosed: (act: () => void) => void;
  /** Opens it for a viewer whom the directory has sent back without a login. */
  readonly openWithDirectoryError: (text: string) => void;
}

const introduction =
  'Log in with a user of the platform. The command that started this page has printed one.';

/**
 * The one login dialog of a page. It closes itself when the viewer is logged in, here or in another
 * tab.
 */
export function createLoginDialog(usher: Usher): LoginDialog {
  const manual = createPasswordForm(usher);
  const others = createOtherLoginMethods(usher);
  const reason = el('p', { class: 'login-why', hidden: true });
  const dialog = createDialog(
    { class: 'login', heading: el('h2', { id: 'login-title' }, 'Take your seat') },
    reason,
    el('p', {}, introduction),
    manual.form,
    others.element,
  );

  usher.$user.listen((user) => {
    if (user) dialog.close();
  });
  dialog.addEventListener('close', () => {
    manual.reset();
    others.reset();
    reason.hidden = true;
  });
  return {
    open: () => dialog.showModal(),
    ask(text) {
      reason.textContent = text;
      reason.hidden = false;
      dialog.showModal();
      return new Promise((resolve) => {
        const settle = (): void => resolve(Boolean(usher.$user.get()));
        dialog.addEventListener('close', settle, { once: true });
      });
    },
    onClosed: (act) => dialog.addEventListener('close', act),
    openWithDirectoryError(text) {
      if (!dialog.open) dialog.showModal();
      others.showDirectoryError(text);
    },
  };
}

function createPasswordForm(usher: Usher): LoginForm {
  const username = el('input', {
    id: 'login-username',
    name: 'username',
    autocomplete: 'username',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: true,
  });
  const password = el('input', {
    id: 'login-password',
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  });
  return createLoginForm({
    id: 'login',
    fields: [
      el('label', { class: 'field' }, 'User name', username),
      el('label', { class: 'field' }, 'Password', password),
    ],
    inputs: [username, password],
    button: el('button', { class: 'button primary' }, 'Log in'),
    missing: 'Both user name and password are needed.',
    refused: 'User name or password is not right.',
    send: () =>
      usher.login({ provider: 'manual', username: username.value, password: password.value }),
  });
}
