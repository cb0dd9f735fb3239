import { el } from '../../ui/dom.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { momentWords } from '../../ui/format-date-time.ts';
import { formatMoney } from '../../ui/format-money.ts';
import { levelWords } from '../checkout/offer-text.ts';
import { subscriptionOf, upgradePrice } from '../checkout/price-model.ts';
import { createSubscriptionOffers } from './subscription-offers.ts';
import { note, notesOf } from './subscription-notes.ts';
import { upgrade } from './upgrade-subscription.ts';

/** The viewer's subscription, and what can be done about it; without one those that are sold. */
export function mountSubscription(place, { usher, checkout, want }) {
  const said = el('p', { class: 'subscription-said', role: 'status' });
  const content = el('div', { tabindex: '-1', 'data-subscription-content': '' });
  place.append(content, said);
  let shown = '';
  const draw = async () => {
    const now = Date.now();
    const [current] = (await checkout.subscriptions())
      .filter(({ until }) => until === null || until > now)
      .sort((one, other) => (other.until ?? Infinity) - (one.until ?? Infinity));
    const purchase =
      current &&
      usher.$purchases.get().find(({ transactionID }) => transactionID === current.transactionID);
    const notes = current ? notesOf(current.transactionID) : {};
    const key = JSON.stringify([current ?? null, notes]);
    if (key === shown) return;
    shown = key;
    const hadFocus = content.contains(document.activeElement);
    content.replaceChildren(
      current
        ? createCard({
            current,
            notes,
            offer: purchase && subscriptionOf(usher, purchase),
            price: upgradePrice(usher),
            act,
          })
        : createSubscriptionOffers({ usher, want }),
    );
    if (hadFocus) content.focus();
  };
  /** Does something to the subscription, and says what came of it. */
  const act = async (button, words, how) => {
    button.disabled = true;
    said.textContent = words;
    try {
      said.textContent = await how(checkout);
    } catch (error) {
      said.textContent = wordsFor(error);
    }
    button.disabled = false;
    await draw();
  };
  usher.$purchases.subscribe(() => void draw());
  usher.$user.listen(() => void draw());
}

function createCard({ current, notes, offer, price, act }) {
  const { transactionID, until } = current;
  const isPremium = notes.isPremium ?? offer?.isPremium ?? false;
  const end = until ? momentWords(until) : '';
  return el(
    'div',
    {
      class: 'subscription',
      'data-level': isPremium ? 'premium' : 'default',
      'data-ending': String(Boolean(notes.isEnding)),
    },
    el('h3', {}, levelWords({ isPremium })),
    el(
      'p',
      {},
      isPremium
        ? 'Everything in the house, the newest films too.'
        : 'Everything in the house, but for the newest films.',
    ),
    el(
      'p',
      { class: 'subscription-end' },
      notes.isEnding
        ? `Lasts until ${end}. It does not renew.`
        : `Paid until ${end}. It renews by itself.`,
    ),
    el(
      'div',
      { class: 'purchase-actions' },
      !isPremium &&
        price &&
        createUpgradeButton({ transactionID, price, isPaid: Boolean(notes.upgrade), act }),
      !notes.isEnding && createStop({ transactionID, end, act }),
    ),
  );
}

const outcomes = {
  done: 'You are premium now. The newest films are open to you.',
  cancelled: 'You cancelled the payment. Nothing was charged.',
  declined: 'The payment was declined. Nothing was charged; you may try once more.',
  pending:
    'Your payment for the upgrade is being confirmed. Look again in a few minutes; you are charged once at most.',
};

function createUpgradeButton({ transactionID, price, isPaid, act }) {
  const button = el(
    'button',
    { type: 'button', class: 'button primary', 'data-upgrade': '' },
    isPaid
      ? 'Look whether the upgrade is paid'
      : `Upgrade to premium for ${formatMoney(price.amount, price.currency)}`,
  );
  button.addEventListener(
    'click',
    () =>
      void act(
        button,
        'One moment …',
        async (checkout) => outcomes[await upgrade(checkout, transactionID, price)],
      ),
  );
  return button;
}

/** It is asked once more before anything ends. */
function createStop({ transactionID, end, act }) {
  const yes = el(
    'button',
    { type: 'button', class: 'button', 'data-stop-renewal': '' },
    'Stop renewing',
  );
  const keep = el(
    'button',
    {
      type: 'button',
      class: 'button plain',
      onclick: () => {
        fold.open = false;
        fold.querySelector('summary').focus();
      },
    },
    'Keep it',
  );
  const fold = el(
    'details',
    { class: 'fold' },
    el('summary', {}, 'Stop the renewal'),
    el('p', {}, `It then lasts until ${end}, and you are not charged again.`),
    el('div', { class: 'purchase-actions' }, yes, keep),
  );
  yes.addEventListener(
    'click',
    () =>
      void act(yes, 'One moment …', async (checkout) => {
        const { until } = await checkout.stopRenewal({ transactionID });
        note(transactionID, { isEnding: true });
        return `Done. It lasts until ${until ? momentWords(until) : end}.`;
      }),
  );
  return fold;
}
