// The script of the payment page inside a shop's dialog. It speaks to one page only: the one that
// shows the frame, and that the address names.
import type { FrameMessage, PaymentOutcome, ShopMessage } from './frame-messages.ts';

/** The provider's answer to a choice. */
interface Answer extends PaymentOutcome {
  /** The shop is told nothing: the payment goes on. */
  readonly silent?: boolean;
}

/** A message without its sender. */
type Message = FrameMessage extends infer Each
  ? Each extends FrameMessage
    ? Omit<Each, 'from'>
    : never
  : never;

const shop = document.body.dataset['shop'] ?? '';
const main = getElement('main');
const form = getElement('form');
/** The page says why nothing can be paid, so all that a viewer can do is leave. */
const isRefused = form.dataset['refused'] !== undefined;
let sending = false;
let leaving = false;

function getElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
): HTMLElementTagNameMap[Name] {
  const element = document.querySelector(name);
  if (!element) throw new Error(`The payment page has no ${name}.`);
  return element;
}

function tell(message: Message): void {
  window.parent.postMessage({ from: 'harbour-pay', ...message }, shop);
}

/** Posts a choice, one at a time: what was sent first is what counts. */
async function send(choice: string): Promise<void> {
  if (isRefused) {
    tell({ type: 'answer', outcome: 'cancelled' });
    return;
  }
  if (sending) return;
  sending = true;
  form.setAttribute('aria-busy', 'true');
  if (choice !== 'cancel') tell({ type: 'sent' });
  try {
    const response = await fetch(location.href, {
      method: 'POST',
      body: new URLSearchParams({ choice }),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    settle(choice, (await response.json()) as Answer); // the provider's own server
  } catch {
    showUnreachable();
  } finally {
    sending = false;
    form.removeAttribute('aria-busy');
  }
}

/**
 * Tells the shop. Where it is told nothing, the page says that it goes on. A viewer who leaves then
 * takes along what is known.
 */
function settle(choice: string, { silent, ...answer }: Answer): void {
  if (silent && choice !== 'cancel' && !leaving) location.reload();
  else tell({ type: 'answer', ...answer });
}

function showUnreachable(): void {
  let message = form.querySelector('[role=alert]');
  if (!message) {
    message = document.createElement('p');
    message.setAttribute('role', 'alert');
    form.prepend(message);
  }
  message.textContent =
    'We could not be reached. Please try once more: you are charged once at most.';
}

/** Also after a payment was made, the answer to `cancel` says what has come of it. */
function leave(): void {
  leaving = true;
  void send('cancel');
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { submitter } = event;
  if (submitter instanceof HTMLButtonElement && submitter.value) void send(submitter.value);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') leave();
});
window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
  if (origin !== shop || source !== window.parent) return;
  // Only the shop's page has this origin and this window.
  const { from, type } = Object(data) as ShopMessage;
  if (from !== 'harbour-pay-shop') return;
  if (type === 'leave') leave();
  if (type === 'shown') main.focus({ preventScroll: true });
});

document.body.inert = false;
main.tabIndex = -1;
new ResizeObserver(() => tell({ type: 'height', height: Math.ceil(main.scrollHeight) })).observe(
  main,
);
tell({ type: 'ready', isSettled: document.querySelector('[data-verdict]') !== null });
