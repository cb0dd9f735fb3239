// Checked by the compiler, never run: what a provider returns.
import {
  createUsher,
  type InPageProvider,
  type Payment,
  type Provider,
  type ProviderOutcome,
  type Usher,
  type UsherOptions,
} from '../../src/index.ts';

const baseUrl = 'https://api.example.com/v3.1/741';
declare const usher: Usher;
declare const known: (payment: Payment) => Promise<ProviderOutcome>;
const [name, type] = ['card', 'in-page'] as const;
const url = async ({ transactionId }: Payment): Promise<string> => `https://pay/${transactionId}`;

// Any fields of finishtransaction, from several providers.
createUsher({ baseUrl });
createUsher({ baseUrl, providers: [] });
createUsher({
  baseUrl,
  providers: [
    {
      name,
      type,
      pay: async (payment) => ({ outcome: 'approved', token: payment.transactionId }),
    },
    {
      name,
      type,
      async pay(payment, { signal }) {
        if (signal.aborted) return { outcome: 'cancelled' };
        return { outcome: 'approved', finalPayment: payment.amount, isLatePremium: true };
      },
    },
    {
      name,
      type: 'popup',
      url,
      read: (parameters) => ({ outcome: 'declined', reference: parameters.get('r')! }),
    },
    { name, type: 'redirect', url },
    { name, type, pay: known },
    { name, type, pay: async (payment) => known(payment) },
  ],
});

createUsher({ baseUrl, providers: [{ name, type, script: 'https://pay.example.com/in-page.js' }] });
// @ts-expect-error: a function or the address of a module, not both
createUsher({ baseUrl, providers: [{ name, type, pay: known, script: '/in-page.js' }] });
// @ts-expect-error: only a provider in the page is a module
createUsher({ baseUrl, providers: [{ name, type: 'redirect', script: '/in-page.js' }] });

// Providers and options that were made elsewhere.
declare const providers: readonly Provider[];
declare const options: UsherOptions;
const card: InPageProvider = { name, type, pay: known };
createUsher({ baseUrl, providers });
createUsher({ baseUrl, providers: [card, ...providers] });
createUsher(options);
createUsher({ ...options, providers });
usher.configure({ providers, graceMs: 0 });

createUsher({
  baseUrl,
  // @ts-expect-error: the field is token
  providers: [{ name, type, pay: async () => ({ outcome: 'approved', tokn: 't' }) }],
});
createUsher({
  baseUrl,
  providers: [
    card,
    {
      name,
      type,
      // @ts-expect-error: one of two outcomes has a misspelled field
      async pay({ amount }) {
        if (amount === 0) return { outcome: 'approved', refrence: 'free' };
        return { outcome: 'approved', token: 't' };
      },
    },
  ],
});
createUsher({
  baseUrl,
  // @ts-expect-error: a misspelled field of what `read` returns
  providers: [{ name, type: 'redirect', url, read: () => ({ outcome: 'pending', tokn: 't' }) }],
});
createUsher({
  baseUrl,
  // @ts-expect-error: an outcome is required
  providers: [{ name, type, pay: async () => ({ token: 't' }) }],
});
createUsher({
  baseUrl,
  // @ts-expect-error: an amount is a number
  providers: [{ name, type, pay: async () => ({ outcome: 'approved', finalPayment: '499' }) }],
});
createUsher({
  baseUrl,
  // @ts-expect-error: a transaction is the runtime's own
  providers: [{ name, type, pay: async () => ({ outcome: 'approved', transactionID: '1' }) }],
});
createUsher({
  baseUrl,
  // @ts-expect-error: a promise, not the outcome itself
  providers: [{ name, type, pay: () => ({ outcome: 'approved' }) }],
});
usher.configure({
  // @ts-expect-error: the same for providers that are added later
  providers: [{ name, type, pay: async () => ({ outcome: 'approved', tokn: 't' }) }],
});
// @ts-expect-error: an option that there is not
createUsher({ baseUrl, jurnal: true });
