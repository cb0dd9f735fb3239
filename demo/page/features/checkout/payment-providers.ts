import { boughtItem } from './bought-item.ts';

const provider = document.querySelector('meta[name="usher-provider"]')?.content ?? '';
const merchant = 'Lantern Row';
export const providerName = 'Harbour Pay';

const loadInPage = () => import(`${provider}/in-page.js`);

/** What the provider is told of an order, whichever way it is paid. */
const orderOf = ({ transactionID, amount, currency, operation, item, streamtype }) => ({
  transactionID,
  amount,
  currency,
  merchant,
  title:
    operation === 'subscription'
      ? 'Subscription to Lantern Row'
      : boughtItem({ operation, item, streamtype }).title,
});

function addressOf(payment) {
  const { transactionID, ...order } = orderOf(payment);
  return `${provider}/pay?${new URLSearchParams({ transaction: transactionID, ...order, return: payment.returnUrl })}`;
}

/**
 * How the runtime takes payments here: three ways to one provider. None where the site has no
 * provider.
 */
export const paymentWays = provider
  ? [
      {
        name: 'harbour-here',
        type: 'in-page',
        ready: loadInPage,
        pay: async (payment, { signal }) =>
          (await loadInPage()).pay({ ...orderOf(payment), signal }),
      },
      // A window leaves this page alone, so it may come back to one without other scripts, which is
      // safest.
      { name: 'harbour-window', type: 'popup', url: addressOf, returnUrl: '/return.html' },
      { name: 'harbour-page', type: 'redirect', url: addressOf },
    ]
  : [];

/**
 * Lets the viewer pay in the page for what is no purchase of the runtime: an upgrade. Resolves with
 * the outcome, and the provider's reference.
 * @param {{ transactionID: string, amount: number, currency: string, title: string, attempt: number
 *   }} order a declined one stays so: the next attempt is another order
 */
export async function payHere({ attempt, ...order }) {
  return (await loadInPage()).pay({
    ...order,
    merchant: attempt ? `${merchant}, attempt ${attempt + 1}` : merchant,
  });
}
