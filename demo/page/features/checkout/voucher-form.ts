import { html, render, type TemplateResult } from 'lit/html.js';
import type { PaymentResult, Usher } from 'usher-runtime';
import { getElementOf } from '../../ui/get-element.ts';
import { describeItem } from '../items/describe-item.ts';
import { redeemedText, voucherErrorText } from './voucher-text.ts';

export interface VoucherFormParts {
  readonly usher: Usher;
  readonly askLogin: (reason: string) => Promise<boolean>;
  /** Sets apart the forms of a page. */
  readonly id: string;
}

const loginReason = 'Log in first: a voucher is redeemed for an account.';

/**
 * Adds a field for a code to a place. A viewer who is not logged in is asked for that first.
 */
export function mountVoucherForm(
  place: HTMLElement,
  { usher, askLogin, id }: VoucherFormParts,
): void {
  const show = (said: Said): void => {
    render(
      voucherForm(id, said, (event) => void redeem(event)),
      place,
    );
    if (said.isWrong) getElementOf(HTMLInputElement, 'input', place).focus();
  };
  const redeem = async (event: Event): Promise<void> => {
    event.preventDefault();
    const code = getElementOf(HTMLInputElement, 'input', place);
    const vouchercode = code.value.trim();
    if (!vouchercode) return show({ text: 'Type the code first.', isWrong: true });
    if (!usher.$user.get() && !(await askLogin(loginReason))) return code.focus();
    show({ text: 'One moment …', isBusy: true });
    try {
      const settled = await (await usher.checkout()).redeemVoucher({ vouchercode });
      code.value = '';
      // One change: a screen reader reads a status again with each.
      show({ text: redeemedText(settled), link: await itemLink(usher, settled) });
    } catch (error) {
      show({ text: voucherErrorText(error), isWrong: true });
    }
  };
  show({ text: '' });
}

/** A link to the item that a voucher has opened; none where that is none, or is not found. */
async function itemLink(
  usher: Usher,
  { item, streamtype }: PaymentResult,
): Promise<TemplateResult | undefined> {
  if (!item || !streamtype) return undefined;
  const found = await describeItem(usher, { item, streamtype }).catch(() => undefined);
  return found && html`<a href=${found.address}>${found.title}</a>`;
}

/** What the form says under its field. */
interface Said {
  readonly text: string;
  readonly link?: TemplateResult | undefined;
  readonly isWrong?: boolean;
  /** A code is on its way. */
  readonly isBusy?: boolean;
}

const voucherForm = (
  id: string,
  { text, link, isWrong = false, isBusy = false }: Said,
  redeem: (event: Event) => void,
): TemplateResult =>
  html`<form class="voucher" novalidate method="post" @submit=${redeem}>
    <label class="field" for=${id}
      >Voucher code<input
        id=${id}
        name="voucher"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        enterkeyhint="done"
        aria-describedby="${id}-said"
        aria-invalid=${isWrong}
    /></label>
    <button class="button" ?disabled=${isBusy}>Redeem</button>
    <p class="voucher-said" role="status" id="${id}-said" ?data-wrong=${isWrong}>${text}${link}</p>
  </form>`;
