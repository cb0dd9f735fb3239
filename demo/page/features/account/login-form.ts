import { el } from '../../ui/dom.ts';
import { wordsFor } from '../../ui/error-text.ts';

/**
 * A form that logs in, and says beside itself what went wrong.
 * @param {{
 *   id: string,
 *   fields: HTMLElement[],
 *   inputs: HTMLInputElement[],
 *   button: HTMLButtonElement,
 *   missing: string,
 *   refused: string,
 *   send: () => Promise<unknown>,
 * }} parts `refused` is what a viewer reads when the platform does not let them in.
 */
export function createLoginForm({ id, fields, inputs, button, missing, refused, send }) {
  const error = el('p', { class: 'login-error', id: `${id}-error`, role: 'alert', hidden: true });
  const form = el('form', { id, method: 'post', novalidate: true }, error, ...fields, button);

  const say = (text, wrong = []) => {
    error.textContent = text;
    error.hidden = !text;
    for (const input of inputs) {
      input.setAttribute('aria-invalid', String(wrong.includes(input)));
      if (wrong.includes(input)) input.setAttribute('aria-describedby', error.id);
      else input.removeAttribute('aria-describedby');
    }
    wrong[0]?.focus();
    if (text) form.scrollIntoView({ block: 'nearest' });
  };
  const submit = async () => {
    const empty = inputs.filter((input) => !input.value.trim());
    if (empty.length) return say(missing, empty);
    button.disabled = true;
    say('');
    try {
      await send();
    } catch (failure) {
      const isRefused = failure?.code === 'login-failed';
      say(isRefused ? refused : wordsFor(failure), isRefused ? inputs.slice(-1) : []);
    } finally {
      button.disabled = false;
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  return {
    form,
    say,
    reset() {
      form.reset();
      say('');
    },
  };
}
