import { html, type TemplateResult } from 'lit/html.js';
import { errorText } from '../../ui/error-text.ts';
import { getElement, getElementOf } from '../../ui/get-element.ts';
import { readError } from '../../ui/read-error.ts';
import { renderElement } from '../../ui/render-element.ts';

export interface LoginFormParts {
  readonly id: string;
  /** The labelled input; none where the button alone logs in. */
  readonly field?: TemplateResult;
  readonly button: TemplateResult;
  /** The text where an input is empty. */
  readonly missing: string;
  /** The text where the platform refuses the login. */
  readonly refused: string;
  /** Logs in with what the input has. */
  readonly send: (value: string) => Promise<unknown>;
}

export interface LoginForm {
  readonly form: HTMLFormElement;
  /** Shows what went wrong, and marks the inputs that are. */
  readonly showError: (text: string, wrong?: readonly HTMLInputElement[]) => void;
  readonly reset: () => void;
}

/** A form that logs in, and shows beside itself what went wrong. */
export function createLoginForm(parts: LoginFormParts): LoginForm {
  const { missing, refused, send } = parts;
  const form = renderElement(HTMLFormElement, formTemplate(parts));
  const error = getElement('.login-error', form);
  const button = getElementOf(HTMLButtonElement, 'button', form);
  const inputs = [...form.querySelectorAll('input')];

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
      await send(inputs[0]?.value.trim() ?? '');
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

const formTemplate = ({ id, field, button }: LoginFormParts): TemplateResult =>
  html`<form id=${id} method="post" novalidate>
    <p class="login-error" id="${id}-error" role="alert" hidden></p>
    ${field} ${button}
  </form>`;

function markInput(input: HTMLInputElement, isWrong: boolean, errorId: string): void {
  input.setAttribute('aria-invalid', String(isWrong));
  if (isWrong) input.setAttribute('aria-describedby', errorId);
  else input.removeAttribute('aria-describedby');
}
