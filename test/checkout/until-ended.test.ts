import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { Provider } from '../../src/index.ts';
import {
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../fixtures/checkout/payment-platform.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';

describe('a promise of the checkout rejects with `aborted` when the runtime is disposed of', () => {
  const address = location.href;
  const { open } = IDBFactory.prototype;
  let platform: PaymentPlatform;
  beforeEach(() => {
    platform = scriptPayments();
  });
  afterEach(async () => {
    IDBFactory.prototype.open = open;
    history.replaceState(null, '', address);
    await platform.end();
    localStorage.clear();
    sessionStorage.clear();
  });

  const never = (): Promise<never> => new Promise(() => {});
  const failing = (): never => {
    throw new DOMException('out of order', 'UnknownError');
  };
  const hanging = (): IDBOpenDBRequest => ({}) as IDBOpenDBRequest;

  for (const [title, journal] of [
    ['fails', failing],
    ['does not answer', hanging],
  ] as const) {
    it(`while a return waits for a journal that ${title}`, async () => {
      history.replaceState(null, '', `${address}&usher-return=741.${'a'.repeat(32)}&token=t`);
      IDBFactory.prototype.open = journal;
      const usher = platform.usher();
      const checkout = await usher.checkout();
      const waiting = [checkout.storedPaymentReturn(), checkout.paymentReturn()].map(rejection);
      await quiet();
      usher.dispose();
      for (const error of await Promise.all(waiting)) expect(error).to.include({ code: 'aborted' });
      expect(location.href, 'for the next page').to.include('usher-return');
    });
  }

  it('while a provider or a function of the page keeps it waiting, and afterwards', async () => {
    const card: Provider = { name: 'card', type: 'in-page', pay: never };
    const slow: Provider = { ...card, name: 'slow', ready: never };
    const usher = platform.usher({ providers: [card, slow], listSubscriptions: never });
    const checkout = await usher.checkout();
    const purchase = await usher.item(film).buy(ppv);
    await until(() => purchase.$state.get().status === 'awaiting-provider');
    usher.configure({ providers: [{ ...card, ready: never }, slow] });
    const waiting = [
      usher.item({ ...film, item: 8 }).buy({ ...ppv, provider: 'slow' }),
      checkout.buy({ ...ppv, operation: 'subscription', provider: 'slow' }),
      checkout.subscriptions(),
      purchase.resume(),
      purchase.settled(),
    ].map(rejection);
    await quiet();
    usher.dispose();
    for (const error of await Promise.all(waiting)) expect(error).to.include({ code: 'aborted' });
    for (const late of [
      checkout.receipts(),
      checkout.paymentReturn(),
      checkout.purchase(purchase.id),
      purchase.abandon(),
      purchase.explain(),
    ]) {
      expect(await rejection(late)).to.include({ code: 'aborted' });
    }
  });
});
