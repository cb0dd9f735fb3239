// The script of the payment page inside a shop's dialog. It speaks to one page only: the one that
// shows the frame, and that the address names.
const shop = document.body.dataset.shop;
const main = document.querySelector('main');
const form = document.querySelector('form');
let sending = false;
let leaving = false;

/**
 * @param {{ type: 'ready', isSettled: boolean } | { type: 'height', height: number } | { type:
 *   'sent' } | { type: 'answer', outcome: string, token?: string, reference?: string }} message
 */
function tell(message) {
  window.parent.postMessage({ from: 'harbour-pay', ...message }, shop);
}

/** Posts a choice, one at a time: what was sent first is what counts. */
async function send(choice) {
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
    settle(choice, await response.json());
  } catch {
    showTrouble();
  } finally {
    sending = false;
    form.removeAttribute('aria-busy');
  }
}

/**
 * Tells the shop. Where it is told nothing, the page says that it goes on; who leaves then takes
 * along what is known.
 */
function settle(choice, { silent, ...answer }) {
  if (silent && choice !== 'cancel' && !leaving) location.reload();
  else tell({ type: 'answer', ...answer });
}

function showTrouble() {
  let trouble = form.querySelector('[role=alert]');
  if (!trouble) {
    trouble = document.createElement('p');
    trouble.setAttribute('role', 'alert');
    form.prepend(trouble);
  }
  trouble.textContent =
    'We could not be reached. Please try once more: you are charged once at most.';
}

/** Also after a payment was made, the answer to `cancel` says what has come of it. */
function leave() {
  leaving = true;
  void send('cancel');
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const choice = event.submitter?.value;
  if (choice) void send(choice);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') leave();
});
window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== shop || source !== window.parent || data?.from !== 'harbour-pay-shop') return;
  if (data.type === 'leave') leave();
  if (data.type === 'shown') main.focus({ preventScroll: true });
});

main.tabIndex = -1;
new ResizeObserver(() => tell({ type: 'height', height: Math.ceil(main.scrollHeight) })).observe(
  main,
);
tell({ type: 'ready', isSettled: document.querySelector('[data-verdict]') !== null });
