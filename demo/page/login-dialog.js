import { el } from './dom.js';
import { wordsFor } from './error-words.js';
import { icon } from './icon.js';

/** The one login dialog of a page. `open` shows it; the dialog closes itself when the viewer is logged in. */
export function createLoginDialog(usher) {
  const username = el('input', { id: 'login-username', name: 'username', autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false', required: true });
  const password = el('input', { id: 'login-password', name: 'password', type: 'password', autocomplete: 'current-password', required: true });
  const submit = el('button', { class: 'button primary' }, 'Log in');
  const error = el('p', { class: 'login-error', id: 'login-error', role: 'alert', hidden: true });
  const form = el('form', { method: 'post', novalidate: true },
    el('div', { class: 'login-head' },
      el('h2', { id: 'login-title' }, 'Take your seat'),
      el('button', { type: 'button', class: 'login-close', 'aria-label': 'Close', onclick: () => dialog.close() }, icon('close'))),
    el('p', {}, 'Log in with a user of the platform. The command that started this page has printed one.'),
    error,
    el('label', { class: 'field' }, 'User name', username),
    el('label', { class: 'field' }, 'Password', password),
    submit);
  const dialog = el('dialog', { class: 'login', 'aria-labelledby': 'login-title' }, form);
  document.body.append(dialog);

  const say = (text, fields = []) => {
    error.textContent = text;
    error.hidden = !text;
    for (const field of [username, password]) {
      const wrong = fields.includes(field);
      field.setAttribute('aria-invalid', String(wrong));
      if (wrong) field.setAttribute('aria-describedby', error.id);
      else field.removeAttribute('aria-describedby');
    }
    fields[0]?.focus();
  };
  const logIn = async () => {
    const missing = [username, password].filter((field) => !field.value);
    if (missing.length) return say('Both user name and password are needed.', missing);
    submit.disabled = true;
    say('');
    try {
      await usher.login({ provider: 'manual', username: username.value, password: password.value });
      dialog.close();
    } catch (failure) {
      say(wordsFor(failure), failure?.code === 'login-failed' ? [password] : []);
    } finally {
      submit.disabled = false;
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void logIn();
  });
  dialog.addEventListener('close', () => {
    form.reset();
    say('');
  });
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  return { open: () => dialog.showModal(), onClosed: (act) => dialog.addEventListener('close', act) };
}
