import type { Payment, Provider, ProviderOutcome } from 'usher-runtime';
import { readBoughtItem } from './bought-item.ts';
import { readPaymentWay, type PaymentWay } from './payment-way.ts';

const provider =
  document.querySelector<HTMLMetaElement>('meta[name="usher-provider"]')?.content ?? '';
const merchant = 'Lantern Row';
const providerName = 'Harbour Pay';

/** What the provider is told of a payment, whichever way it is paid. */
interface Order {
  readonly transactionId: string;
  readonly amount: number;
  readonly currency: string;
  readonly title: string;
  readonly merchant: string;
}

/** The provider's own module. */
interface ProviderModule {
  readonly pay: (
    order: Order,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<ProviderOutcome>;
}

// What the provider documents of it.
const loadProvider = async (): Promise<ProviderModule> =>
  (await import(`${provider}/in-page.js`)) as ProviderModule;

const orderOf = (payment: Payment): Order => ({
  transactionId: payment.transactionId,
  amount: payment.amount,
  currency: payment.currency,
  merchant,
  title:
    payment.operation === 'subscription'
      ? 'Subscription to Lantern Row'
      : readBoughtItem(payment).title,
});

/** The address of a page of the provider for a payment. `more`: the parameters of that page. */
export function addressAtProvider(
  page: string,
  payment: Payment,
  more: Readonly<Record<string, string>>,
): string {
  const { transactionId: transaction, amount, ...order } = orderOf(payment);
  const parameters = { transaction, amount: String(amount), ...order, ...more };
  return `${provider}/${page}?${new URLSearchParams(parameters)}`;
}

const addressOf = (payment: Payment): string =>
  addressAtProvider('pay', payment, { return: payment.returnUrl });

const providers = {
  here: {
    name: 'harbour-here',
    label: providerName,
    type: 'in-page',
    ready: loadProvider,
    pay: async (payment, options) => (await loadProvider()).pay(orderOf(payment), options),
  },
  // A window leaves this page alone, so it may come back to one without other scripts, which is
  // safest.
  window: {
    name: 'harbour-window',
    label: `${providerName} in a window`,
    type: 'popup',
    url: addressOf,
    returnUrl: '/return.html',
  },
  page: {
    name: 'harbour-page',
    label: `${providerName} on its own page`,
    type: 'redirect',
    url: addressOf,
  },
} as const satisfies Record<string, Provider>;

/**
 * How the runtime takes payments here: by default in the way that this browser has stored. None
 * where the site has no provider.
 */
export function paymentProvidersOf(way: PaymentWay = readPaymentWay()): readonly Provider[] {
  if (!provider) return [];
  return way === 'all' ? Object.values(providers) : [providers[way]];
}

/**
 * Lets the viewer pay something in the page that is no purchase of the runtime: an upgrade.
 * Resolves with the outcome and the provider's reference.
 */
export async function payInPage(order: Omit<Order, 'merchant'>): Promise<ProviderOutcome> {
  const { pay } = await loadProvider();
  return pay({ ...order, merchant });
}
