import type { PaymentResult, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { describeItem } from '../items/describe-item.ts';
import { redeemedText, voucherErrorText } from './voucher-text.ts';

export interface VoucherFormParts {
  readonly usher: Usher;
  readonly askLogin: (reason: string) => Promise<boolean>;
  /** Sets apart the forms of a page. */
  readonly id: string;
}

const loginReason = 'Log in first, so that the voucher knows whose it is.';

/** A field for a code. A viewer who is not logged in is asked for that first. */
export function createVoucherForm({ usher, askLogin, id }: VoucherFormParts): HTMLFormElement {
  const { form, code, button, status } = createElements(id);
  // One change: a screen reader reads a status again with each.
  const showStatus = (text: string, isWrong: boolean, link: HTMLElement | string = ''): void => {
    status.replaceChildren(text, link);
    status.toggleAttribute('data-wrong', isWrong);
    code.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) code.focus();
  };
  const redeem = async (): Promise<void> => {
    const vouchercode = code.value.trim();
    if (!vouchercode) return showStatus('Type the code first.', true);
    if (!usher.$user.get() && !(await askLogin(loginReason))) return code.focus();
    button.disabled = true;
    showStatus('One moment …', false);
    try {
      const settled = await (await usher.checkout()).redeemVoucher({ vouchercode });
      form.reset();
      showStatus(redeemedText(settled), false, await createItemLink(usher, settled));
    } catch (error) {
      showStatus(voucherErrorText(error), true);
    }
    button.disabled = false;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled) void redeem();
  });
  return form;
}

/** A link to the item that a voucher has opened; empty where that is none, or is not found. */
async function createItemLink(
  usher: Usher,
  { item, streamtype }: PaymentResult,
): Promise<HTMLElement | string> {
  if (!item || !streamtype) return '';
  const found = await describeItem(usher, { item, streamtype }).catch(() => undefined);
  return found ? el('a', { href: found.address }, found.title) : '';
}

interface VoucherElements {
  readonly form: HTMLFormElement;
  readonly code: HTMLInputElement;
  readonly button: HTMLButtonElement;
  readonly status: HTMLElement;
}

function createElements(id: string): VoucherElements {
  const status = el('p', { class: 'voucher-said', role: 'status', id: `${id}-said` });
  const code = el('input', {
    id,
    name: 'voucher',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    enterkeyhint: 'done',
    'aria-describedby': status.id,
  });
  const button = el('button', { class: 'button' }, 'Redeem');
  const form = el(
    'form',
    { class: 'voucher', novalidate: true, method: 'post' },
    el('label', { class: 'field', for: id }, 'Voucher code', code),
    button,
    status,
  );
  return { form, code, button, status };
}
