import type { LoginValues, Usher } from 'usher-runtime';
import { el, type Attributes } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
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
    attributes: { inputmode: 'numeric', autocomplete: 'one-time-code' },
    refused: 'This code is not right, or no longer good. Look at the television again.',
    valuesOf: (token) => ({ provider: 'secondscreen', token }),
  });
  const voucher = createCodeForm(usher, {
    id: `${id}-voucher`,
    label: 'Voucher code',
    attributes: { autocomplete: 'off', autocapitalize: 'characters' },
    refused: 'This voucher opens no door: it is unknown, used up or expired.',
    valuesOf: (vouchercode) => ({ vouchercode }),
  });
  const methods = [directory, code, voucher];
  const element = el(
    'details',
    { class: 'login-others' },
    el('summary', {}, 'Other ways in'),
    el('div', {}, ...methods.map(({ form }) => form)),
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
    fields: [],
    inputs: [],
    button: el(
      'button',
      { class: 'button', 'data-directory': '' },
      'Go to the directory',
      icon('next'),
    ),
    missing: '',
    refused: '',
    send: () => goToDirectory(usher),
  });

interface CodeFormParts {
  readonly id: string;
  readonly label: string;
  readonly attributes: Attributes;
  readonly refused: string;
  readonly valuesOf: (code: string) => LoginValues;
}

/** A login by one code. */
function createCodeForm(
  usher: Usher,
  { id, label, attributes, refused, valuesOf }: CodeFormParts,
): LoginForm {
  const input = el('input', {
    id: `${id}-input`,
    name: id,
    spellcheck: 'false',
    required: true,
    ...attributes,
  });
  const [kind = label] = label.toLowerCase().split(' ');
  return createLoginForm({
    id,
    fields: [el('label', { class: 'field' }, label, input)],
    inputs: [input],
    button: el('button', { class: 'button', 'aria-label': `Log in with this ${kind}` }, 'Log in'),
    missing: 'Type the code first.',
    refused,
    send: () => usher.login(valuesOf(input.value.trim())),
  });
}
