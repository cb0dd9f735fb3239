import { html } from 'lit/html.js';
import type { Forgotten, Usher } from 'usher-runtime';
import { errorText } from '../../ui/error-text.ts';
import { getElement, getElementOf } from '../../ui/get-element.ts';
import { renderElement } from '../../ui/render-element.ts';
import { isOpenPurchase } from '../checkout/open-purchase.ts';
import { isRemembered, storeRememberChoice } from './remember-choice.ts';
import { clearStoredValues } from './site-storage.ts';

export interface PrivacyControl {
  readonly section: HTMLElement;
  /** Shows the choice as it is now: another tab may have changed it. */
  readonly refresh: () => void;
}

/** Lets the viewer say whether this device remembers them, and makes it forget. */
export function createPrivacyControl(usher: Usher): PrivacyControl {
  const section = createSection();
  const remember = getElementOf(HTMLInputElement, '#privacy-remember', section);
  const forget = getElementOf(HTMLButtonElement, '[data-forget]', section);
  const story = getElement('#privacy-story', section);
  const status = getElement('[role="status"]', section);

  const draw = (): void => {
    remember.checked = isRemembered();
    story.textContent = storyOf(remember.checked);
  };
  const run = async (
    control: HTMLInputElement | HTMLButtonElement,
    act: () => Promise<string>,
  ): Promise<void> => {
    control.disabled = true;
    status.textContent = 'One moment …';
    try {
      status.textContent = await act();
    } catch (error) {
      status.textContent = errorText(error);
    }
    control.disabled = false;
    control.focus(); // a disabled control loses it
    draw();
  };
  remember.addEventListener('change', () => {
    void run(remember, () => changeChoice(usher, remember.checked));
  });
  forget.addEventListener('click', () => void run(forget, () => forgetViewer(usher)));
  draw();
  return {
    section,
    refresh() {
      status.textContent = '';
      draw();
    },
  };
}

const createSection = (): HTMLElement =>
  renderElement(
    HTMLElement,
    html`<section class="privacy" aria-labelledby="privacy-title">
      <h3 id="privacy-title">Privacy</h3>
      <label class="switch" for="privacy-remember"
        >Remember me on this device<input
          type="checkbox"
          role="switch"
          id="privacy-remember"
          aria-describedby="privacy-story"
      /></label>
      <p id="privacy-story"></p>
      <button type="button" class="button" data-forget>Forget me</button>
      <p role="status" class="privacy-said"></p>
    </section>`,
  );

const storyOf = (isAllowed: boolean): string =>
  isAllowed
    ? 'The next page knows you, and you stay logged in. What you watch counts in the house’s figures.'
    : 'Each page starts without you: a login ends with the page. What you watch is not counted.';

/** Stores the choice and tells the runtime. Answers with what the viewer reads of it. */
async function changeChoice(usher: Usher, isAllowed: boolean): Promise<string> {
  // The withdrawal logs the viewer out, and then their purchases are not shown.
  const hasOpenPurchase = usher.$purchases.get().some(isOpenPurchase);
  if (!isAllowed) clearStoredValues();
  storeRememberChoice(isAllowed);
  await usher.setPersistence(isAllowed ? 'device' : 'none');
  if (isAllowed) return 'From now on.';
  const text = 'Nothing of you is kept on this device any more.';
  return hasOpenPurchase ? `${text} An open payment stays until it is settled.` : text;
}

async function forgetViewer(usher: Usher): Promise<string> {
  clearStoredValues();
  return forgottenText(await usher.forget());
}

/** A payment that is not settled stays, and goes on when its viewer is back. */
function forgottenText({ open }: Forgotten): string {
  const numbers = open.map(({ transactionId }) => transactionId).filter(Boolean);
  return [
    'Forgotten. This device no longer knows you.',
    ...(numbers.length
      ? [
          `A payment is still open: note its number, ${numbers.join(', ')}.`,
          'It goes on when you log in again.',
        ]
      : []),
  ].join(' ');
}
