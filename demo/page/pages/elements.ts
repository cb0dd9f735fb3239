import type { Payment, Provider, ProviderOutcome } from 'usher-runtime';
import { renewalOf } from '../features/checkout/renewal.ts';

// The adapter of the payment provider, and the terms of a subscription: the only script of a page
// that is made of elements.

const provider =
  document.querySelector<HTMLMetaElement>('meta[name="usher-provider"]')?.content ?? '';
const merchant = 'Lantern Row';
const title = document.title.split(' · ')[0] ?? '';

/** What the provider's module takes. */
interface Order extends Pick<Payment, 'transactionId' | 'amount' | 'currency'> {
  readonly title: string;
  readonly merchant: string;
}

interface ProviderModule {
  readonly pay: (
    order: Order,
    options: { readonly signal: AbortSignal },
  ) => Promise<ProviderOutcome>;
}

const loadProvider = async (): Promise<ProviderModule> =>
  (await import(`${provider}/in-page.js`)) as ProviderModule;

function addressOf({ transactionId, amount, currency, returnUrl }: Payment): string {
  const order = { transaction: transactionId, amount: String(amount), currency, title, merchant };
  return `${provider}/pay?${new URLSearchParams({ ...order, return: returnUrl })}`;
}

const providers: readonly Provider[] = [
  {
    name: 'harbour-here',
    label: 'Harbour Pay',
    type: 'in-page',
    ready: loadProvider,
    async pay({ transactionId, amount, currency }, options) {
      const { pay } = await loadProvider();
      return pay({ transactionId, amount, currency, title, merchant }, options);
    },
  },
  {
    name: 'harbour-window',
    label: 'Harbour Pay in a window',
    type: 'popup',
    url: addressOf,
    returnUrl: '/return.html',
  },
  {
    name: 'harbour-page',
    label: 'Harbour Pay on its own page',
    type: 'redirect',
    url: addressOf,
  },
];

/** A viewer gets one way to pay. A developer may look at all of them. */
const showsAll = new URLSearchParams(location.search).get('ways') === 'all';

(window.usher ??= []).push((usher) =>
  usher.configure({ providers: showsAll ? providers : providers.slice(0, 1) }),
);

document.querySelector('usher-gate')!.optionsOf = renewalOf;
