import { el } from './dom.js';
import { icon } from './icon.js';
import { createLoginForm } from './login-form.js';
import { createOtherWaysIn } from './other-ways-in.js';

/** The one login dialog of a page. It closes itself when the viewer is logged in, here or in another tab. */
export function createLoginDialog(usher) {
  const username = el('input', { id: 'login-username', name: 'username', autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false', required: true });
  const password = el('input', { id: 'login-password', name: 'password', type: 'password', autocomplete: 'current-password', required: true });
  const manual = createLoginForm({
    id: 'login',
    fields: [el('label', { class: 'field' }, 'User name', username), el('label', { class: 'field' }, 'Password', password)],
    inputs: [username, password],
    button: el('button', { class: 'button primary' }, 'Log in'),
    missing: 'Both user name and password are needed.',
    refused: 'User name or password is not right.',
    send: () => usher.login({ provider: 'manual', username: username.value, password: password.value }),
  });
  const others = createOtherWaysIn(usher);
  const dialog = el('dialog', { class: 'login', 'aria-labelledby': 'login-title' }, el('div', { class: 'login-body' },
    el('div', { class: 'login-head' },
      el('h2', { id: 'login-title' }, 'Take your seat'),
      el('button', { type: 'button', class: 'login-close', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close'))),
    el('p', {}, 'Log in with a user of the platform. The command that started this page has printed one.'),
    manual.form,
    others.fold));
  document.body.append(dialog);

  usher.$user.listen((user) => { if (user) dialog.close(); });
  dialog.addEventListener('close', () => {
    manual.reset();
    others.reset();
  });
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  return {
    open: () => dialog.showModal(),
    onClosed: (act) => dialog.addEventListener('close', act),
    /** Opens it again for a viewer whom the directory has sent back in vain. */
    openForDirectory(words) {
      if (!dialog.open) dialog.showModal();
      others.sayOfDirectory(words);
    },
  };
}
