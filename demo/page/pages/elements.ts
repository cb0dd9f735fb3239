import type { Payment, Provider, ProviderOutcome } from 'usher-runtime';

// The adapter of the payment provider: the only script of a page that is made of elements.

const provider =
  document.querySelector<HTMLMetaElement>('meta[name="usher-provider"]')?.content ?? '';
const merchant = 'Lantern Row';
const title = document.title.split(' · ')[0] ?? '';

interface ProviderModule {
  readonly pay: (order: object) => Promise<ProviderOutcome>;
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
    async pay({ transactionId, amount, currency }, { signal }) {
      const { pay } = await loadProvider();
      return pay({ transactionID: transactionId, amount, currency, title, merchant, signal });
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

(window.usher ??= []).push((usher) => usher.configure({ providers }));
