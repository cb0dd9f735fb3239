import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { readError } from '../../ui/read-error.ts';

export interface LoginFormParts {
  readonly id: string;
  readonly fields: readonly HTMLElement[];
  readonly inputs: readonly HTMLInputElement[];
  readonly button: HTMLButtonElement;
  /** The text where an input is empty. */
  readonly missing: string;
  /** The text where the platform refuses the login. */
  readonly refused: string;
  readonly send: () => Promise<unknown>;
}

export interface LoginForm {
  readonly form: HTMLFormElement;
  /** Shows what went wrong, and marks the inputs that are. */
  readonly showError: (text: string, wrong?: readonly HTMLInputElement[]) => void;
  readonly reset: () => void;
}

/** A form that logs in, and shows beside itself what went wrong. */
export function createLoginForm(parts: LoginFormParts): LoginForm {
  const { id, fields, inputs, button, missing, refused, send } = parts;
  const error = el('p', { class: 'login-error', id: `${id}-error`, role: 'alert', hidden: true });
  const form = el('form', { id, method: 'post', novalidate: true }, error, ...fields, button);

  const showError = (text: string, wrong: readonly HTMLInputElement[] = []): void => {
    error.textContent = text;
    error.hidden = !text;
    for (const input of inputs) markInput(input, wrong.includes(input), error.id);
    wrong[0]?.focus();
    if (text) form.scrollIntoView({ block: 'nearest' });
  };
  const submit = async (): Promise<void> => {
    const empty = inputs.filter((input) => !input.value.trim());
    if (empty.length) return showError(missing, empty);
    button.disabled = true;
    showError('');
    try {
      await send();
    } catch (failure) {
      const isRefused = readError(failure).code === 'login-failed';
      showError(isRefused ? refused : errorText(failure), isRefused ? inputs.slice(-1) : []);
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
    showError,
    reset() {
      form.reset();
      showError('');
    },
  };
}

function markInput(input: HTMLInputElement, isWrong: boolean, errorId: string): void {
  input.setAttribute('aria-invalid', String(isWrong));
  if (isWrong) input.setAttribute('aria-describedby', errorId);
  else input.removeAttribute('aria-describedby');
}
