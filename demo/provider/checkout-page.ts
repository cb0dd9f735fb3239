import { html } from 'hono/html';
import { brand } from './brand.ts';
import type { Payment } from './ledger.ts';
import { formatMoment, formatMoney } from './money.ts';
import type { Order } from './order.ts';
import { outcomeOf, slowMinutes } from './outcome.ts';
import type { Markup } from './page-shell.ts';

/** The page of an order: what is bought, and what the viewer may do, or what has been done. */
export function checkoutPage(order: Order, payment: Payment | undefined, now: Date): Markup {
  return html`<main class="checkout">
    ${summary(payment ?? order)}
    <section class="desk" aria-labelledby="desk-title">
      <form method="post">
        ${payment && payment.course !== 'decline' ? settled(payment, now) : question(order, payment)}
      </form>
      <p class="fine">
        Harbour Pay is a payment provider for tests. No card is charged, and no money moves.
        ${order.isRegistered ? '' : html`<bdi>${order.merchant}</bdi> has no account with us, so this order is what the address says.`}
      </p>
    </section>
  </main>`;
}

/**
 * Says why there is nothing to pay here; the viewer is sent nowhere. In a dialog of the shop a
 * button closes it.
 */
export function refusalPage(why: string, isFramed: boolean): Markup {
  return html`<main class="refusal">
    <div class="refusal-card">
      ${brand()}
      <h1>This payment cannot begin</h1>
      <p>${why}</p>
      <p class="soft">Nothing was charged. Go back to the shop and try once more.</p>
      ${isFramed ? html`<form data-refused>${choice('cancel', 'primary', 'Back to the shop')}</form>` : ''}
    </div>
  </main>`;
}

function summary({ merchant, title, transaction, amount, currency }: Order): Markup {
  const money = formatMoney(amount, currency);
  return html`<section class="summary" aria-labelledby="summary-title">
    ${brand()}
    <h1 id="summary-title">Pay <bdi>${merchant}</bdi></h1>
    <p class="amount">${money}</p>
    <dl class="lines">
      <div>
        <dt><bdi>${title}</bdi></dt>
        <dd>${money}</dd>
      </div>
      <div class="total">
        <dt>Total</dt>
        <dd>${money}</dd>
      </div>
      <div class="small">
        <dt>Transaction</dt>
        <dd>${transaction}</dd>
      </div>
    </dl>
  </section>`;
}

/** @param declined the last payment of the order, if it has one */
function question({ merchant, amount, currency }: Order, declined: Payment | undefined): Markup {
  return html`<h2 id="desk-title">Confirm your payment</h2>
    ${
      declined
        ? html`<p role="status">
            Your last payment was declined. Nothing was charged. You can try once more.
          </p>`
        : ''
    }
    <div class="method">
      <span class="card" aria-hidden="true"></span>
      <p><strong>Harbour test card</strong><span>ending in 4242 · no card needed</span></p>
    </div>
    <div class="main-choices">
      ${choice('approve', 'primary', `Approve ${formatMoney(amount, currency)}`)}
      ${choice('decline', 'plain', 'Decline')}
    </div>
    ${choice('cancel', 'quiet', html`Cancel <span>and return to <bdi>${merchant}</bdi></span>`)}
    <fieldset class="tests">
      <legend>Test outcomes</legend>
      ${choice('slow', 'test', html`<strong>Slow</strong> <span>Leaves it pending, and confirms it after ${slowMinutes} minutes</span>`)}
      ${choice('never', 'test', html`<strong>Never</strong> <span>Goes on working on it, and never answers</span>`)}
      ${choice('forge', 'test', html`<strong>Wrong signature</strong> <span>Goes back as if paid, but signed by a stranger</span>`)}
    </fieldset>`;
}

function choice(value: string, kind: string, label: string | Markup): Markup {
  return html`<button class="button ${kind}" name="choice" value="${value}">${label}</button>`;
}

function settled(payment: Payment, now: Date): Markup {
  const { outcome, since } = outcomeOf(payment, now);
  const back = choice('back', 'primary', html`Back to <bdi>${payment.merchant}</bdi>`);
  if (payment.course === 'never') {
    return verdict(
      'working',
      'We are still working on it',
      'This takes longer than usual. You need not wait here: we go on working on your payment, and you are charged once at most.',
      payment,
    );
  }
  if (outcome === 'pending') {
    return verdict(
      'waiting',
      'Your payment is being confirmed',
      `This usually takes ${slowMinutes} minutes. You are charged once, however often you come back.`,
      payment,
      back,
    );
  }
  return verdict(
    'paid',
    'This is paid',
    `You were charged ${formatMoney(payment.amount, payment.currency)} once, on ${formatMoment(since)}. Nothing more is charged.`,
    payment,
    back,
  );
}

function verdict(
  kind: string,
  title: string,
  words: string,
  { reference }: Payment,
  back: Markup | '' = '',
): Markup {
  return html`<div class="verdict" data-verdict="${kind}" role="status">
      <span class="sign" aria-hidden="true"></span>
      <h2 id="desk-title">${title}</h2>
      <p>${words}</p>
      <p class="soft">Reference <code>${reference}</code></p>
    </div>
    ${back}`;
}
