import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { LoginValues, Usher } from 'usher-runtime';
import { icon } from '../../ui/icon.ts';
import { renderElement } from '../../ui/render-element.ts';
import { goToDirectory } from './directory-login.ts';
import { createLoginForm, type LoginForm } from './login-form.ts';

export interface OtherLoginMethods {
  readonly element: HTMLDetailsElement;
  /** Says why the directory's answer did not log the viewer in. */
  readonly showDirectoryError: (text: string) => void;
  readonly reset: () => void;
}

/**
 * The logins without a password: the directory, a code from a second screen, a voucher. Folded away
 * at first. `id` sets apart the forms of a page.
 */
export function createOtherLoginMethods(usher: Usher, id: string): OtherLoginMethods {
  const directory = createDirectoryForm(usher, `${id}-directory`);
  const code = createCodeForm(usher, {
    id: `${id}-code`,
    label: 'Code from your television',
    input: { inputmode: 'numeric', autocomplete: 'one-time-code' },
    refused: 'This code is wrong, or no longer valid. Check it on the television.',
    valuesOf: (token) => ({ provider: 'secondscreen', token }),
  });
  const voucher = createCodeForm(usher, {
    id: `${id}-voucher`,
    label: 'Voucher code',
    input: { autocomplete: 'off', autocapitalize: 'characters' },
    refused: 'This voucher cannot be redeemed: it is unknown, used up or expired.',
    valuesOf: (vouchercode) => ({ vouchercode }),
  });
  const methods = [directory, code, voucher];
  const element = renderElement(
    HTMLDetailsElement,
    html`<details class="login-others">
      <summary>Other ways in</summary>
      <div>${methods.map(({ form }) => form)}</div>
    </details>`,
  );
  return {
    element,
    showDirectoryError(text) {
      element.open = true;
      directory.showError(text);
    },
    reset() {
      element.open = false;
      for (const method of methods) method.reset();
    },
  };
}

const createDirectoryForm = (usher: Usher, id: string): LoginForm =>
  createLoginForm({
    id,
    button: html`<button class="button" data-directory>Go to the directory${icon('next')}</button>`,
    missing: '',
    refused: '',
    send: () => goToDirectory(usher),
  });

interface CodeFormParts {
  readonly id: string;
  readonly label: string;
  /** What browsers and their keyboards offer. */
  readonly input: {
    readonly autocomplete: 'one-time-code' | 'off';
    readonly inputmode?: 'numeric';
    readonly autocapitalize?: 'characters';
  };
  readonly refused: string;
  readonly valuesOf: (code: string) => LoginValues;
}

/** A login by one code. */
function createCodeForm(usher: Usher, parts: CodeFormParts): LoginForm {
  const { id, label, refused, valuesOf } = parts;
  const [kind = label] = label.toLowerCase().split(' ');
  return createLoginForm({
    id,
    field: codeField(parts),
    button: html`<button class="button" aria-label="Log in with this ${kind}">Log in</button>`,
    missing: 'Type the code first.',
    refused,
    send: (code) => usher.login(valuesOf(code)),
  });
}

const codeField = ({ id, label, input }: CodeFormParts): TemplateResult =>
  html`<label class="field"
    >${label}<input
      id="${id}-input"
      name=${id}
      spellcheck="false"
      required
      autocomplete=${input.autocomplete}
      inputmode=${input.inputmode ?? nothing}
      autocapitalize=${input.autocapitalize ?? nothing}
  /></label>`;
