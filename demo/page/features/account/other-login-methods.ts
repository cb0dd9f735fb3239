import { leaveForDirectory } from './directory-login.ts';
import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
import { createLoginForm } from './login-form.ts';

/**
 * The ways in that need no password: the directory, a code from a second screen, a voucher. Folded
 * away at first.
 */
export function createOtherWaysIn(usher) {
  const directory = createLoginForm({
    id: 'login-directory',
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
    send: () => leaveForDirectory(usher),
  });
  const code = oneField(usher, {
    id: 'login-code',
    label: 'Code from your television',
    attributes: { inputmode: 'numeric', autocomplete: 'one-time-code' },
    refused: 'This code is not right, or no longer good. Look at the television again.',
    valuesOf: (token) => ({ provider: 'secondscreen', token }),
  });
  const voucher = oneField(usher, {
    id: 'login-voucher',
    label: 'Voucher code',
    attributes: { autocomplete: 'off', autocapitalize: 'characters' },
    refused: 'This voucher opens no door: it is unknown, used up or expired.',
    valuesOf: (vouchercode) => ({ vouchercode }),
  });
  const ways = [directory, code, voucher];
  const fold = el(
    'details',
    { class: 'login-others' },
    el('summary', {}, 'Other ways in'),
    el('div', {}, ...ways.map(({ form }) => form)),
  );
  return {
    fold,
    /** Says why the directory's answer let nobody in. */
    sayOfDirectory(words) {
      fold.open = true;
      directory.say(words);
    },
    reset() {
      fold.open = false;
      for (const way of ways) way.reset();
    },
  };
}

function oneField(usher, { id, label, attributes, refused, valuesOf }) {
  const input = el('input', {
    id: `${id}-input`,
    name: id,
    spellcheck: 'false',
    required: true,
    ...attributes,
  });
  return createLoginForm({
    id,
    fields: [el('label', { class: 'field' }, label, input)],
    inputs: [input],
    button: el(
      'button',
      { class: 'button', 'aria-label': `Log in with this ${label.split(' ')[0].toLowerCase()}` },
      'Log in',
    ),
    missing: 'Type the code first.',
    refused,
    send: () => usher.login(valuesOf(input.value.trim())),
  });
}
