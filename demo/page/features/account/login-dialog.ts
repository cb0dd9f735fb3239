import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
import { createLoginForm } from './login-form.ts';
import { createOtherWaysIn } from './other-login-methods.ts';

/**
 * The one login dialog of a page. It closes itself when the viewer is logged in, here or in another
 * tab.
 */
export function createLoginDialog(usher) {
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
  const manual = createLoginForm({
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
  const others = createOtherWaysIn(usher);
  const why = el('p', { class: 'login-why', hidden: true });
  const dialog = el(
    'dialog',
    { class: 'login', 'aria-labelledby': 'login-title' },
    el(
      'div',
      { class: 'login-body' },
      el(
        'div',
        { class: 'login-head' },
        el('h2', { id: 'login-title' }, 'Take your seat'),
        el(
          'button',
          {
            type: 'button',
            class: 'login-close',
            'aria-label': 'Close',
            onclick: () => dialog.close(),
          },
          icon('close'),
        ),
      ),
      why,
      el(
        'p',
        {},
        'Log in with a user of the platform. The command that started this page has printed one.',
      ),
      manual.form,
      others.fold,
    ),
  );
  document.body.append(dialog);

  usher.$user.listen((user) => {
    if (user) dialog.close();
  });
  dialog.addEventListener('close', () => {
    manual.reset();
    others.reset();
    why.hidden = true;
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return {
    open: () => dialog.showModal(),
    /**
     * Says what the login is for; resolves when the dialog has closed: whether somebody is logged
     * in now.
     */
    ask(words) {
      why.textContent = words;
      why.hidden = false;
      dialog.showModal();
      return new Promise((resolve) =>
        dialog.addEventListener('close', () => resolve(Boolean(usher.$user.get())), { once: true }),
      );
    },
    onClosed: (act) => dialog.addEventListener('close', act),
    /** Opens it again for a viewer whom the directory has sent back in vain. */
    openForDirectory(words) {
      if (!dialog.open) dialog.showModal();
      others.sayOfDirectory(words);
    },
  };
}
