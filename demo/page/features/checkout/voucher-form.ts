import { el } from '../../ui/dom.ts';
import { redeemedWords, voucherTrouble } from './voucher-text.ts';

/**
 * A field for a code. Who is not logged in is asked for that first, and the code goes on by itself.
 * @param {{ usher: any, askLogin: (why: string) => Promise<boolean>, id: string }} parts `id` sets
 *   apart the forms of a page
 */
export function createVoucherForm({ usher, askLogin, id }) {
  const said = el('p', { class: 'voucher-said', role: 'status', id: `${id}-said` });
  const code = el('input', {
    id,
    name: 'voucher',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    enterkeyhint: 'done',
    'aria-describedby': said.id,
  });
  const button = el('button', { class: 'button' }, 'Redeem');
  const form = el(
    'form',
    { class: 'voucher', novalidate: true, method: 'post' },
    el('label', { class: 'field', for: id }, 'Voucher code', code),
    button,
    said,
  );

  const say = (words, isWrong) => {
    said.textContent = words;
    said.toggleAttribute('data-wrong', isWrong);
    code.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) code.focus();
  };
  const redeem = async () => {
    const vouchercode = code.value.trim();
    if (!vouchercode) return say('Type the code first.', true);
    if (
      !usher.$user.get() &&
      !(await askLogin('Log in first, so that the voucher knows whose it is.'))
    ) {
      return code.focus();
    }
    button.disabled = true;
    say('One moment …', false);
    try {
      const settled = await (await usher.checkout()).redeemVoucher({ vouchercode });
      form.reset();
      say(redeemedWords(settled), false);
    } catch (error) {
      say(voucherTrouble(error), true);
    }
    button.disabled = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled) void redeem();
  });
  return form;
}
