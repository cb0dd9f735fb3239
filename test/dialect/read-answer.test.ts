import { expect } from 'chai';
import type { Dialect, Usher } from '../../src/index.ts';
import {
  card,
  film,
  ppv,
  scriptPayments,
  transaction,
  type PaymentPlatform,
} from '../fixtures/checkout/payment-platform.ts';
import { textAnswer } from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';

/** Bodies of servers before the platform. */
const bodies: readonly (readonly [title: string, body: string])[] = [
  ['HTML', '<h1>Just a moment</h1>'],
  ['no text', ''],
  ['JSON without metadata', '{"error":{"code":"402","message":"Payment required"}}'],
];

describe('a failure without the envelope of the platform', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  beforeEach(() => {
    platform = scriptPayments();
    usher = platform.usher({ providers: [card] });
  });
  afterEach(() => platform.end());

  for (const [title, body] of bodies) {
    for (const status of body ? [402] : [410]) {
      it(`fails no payment: ${status} with ${title}`, async () => {
        platform.script('payment/finishtransaction', () => textAnswer(body, status));
        const purchase = await usher.item(film).buy(ppv);
        await until(() => purchase.$state.get().error);
        expect(purchase.$state.get()).to.deep.include({ status: 'finishing' });
        expect(purchase.$state.get().error).to.include({ code: 'platform' });
        expect((await usher.item(film).buy(ppv)).id).to.equal(purchase.id);
        expect(platform.to('payment/preparetransaction')).to.have.length(1);
        platform.script('payment/finishtransaction', () => {
          platform.open(true);
          return transaction({ state: 'finished' });
        });
        await quiet(); // until the attempt has ended; one that is under way is not repeated
        await purchase.resume();
        await until(() => purchase.$state.get().status === 'granted');
      });
    }

    it(`keeps the last state of an item: 404 with ${title}`, async () => {
      platform.open(true);
      const item = usher.item(film);
      expect(await item.check()).to.include({ access: 'granted' });
      platform.script('payment/itemstate', () => textAnswer(body, 404));
      const after = await item.check();
      expect(after).to.include({ access: 'granted' });
      expect(after.error).to.include({ code: 'platform' });
    });

    it(`is no refused login: 403 with ${title}`, async () => {
      platform.script('session/login', () => textAnswer(body, 403));
      const login = usher.login({ username: 'ada', password: 'x' });
      expect(await rejection(login)).to.include({
        code: 'platform',
        status: 403,
        lacksEnvelope: true,
      });
    });

    it(`fails no purchase before its payment: 404 with ${title}`, async () => {
      platform.script('payment/preparetransaction', () => textAnswer(body, 404));
      const { $state } = await usher.item(film).buy(ppv);
      await until(() => $state.get().error);
      expect($state.get().status).to.equal('preparing');
    });
  }

  it('is a refusal where the dialect has an envelope of its own', async () => {
    const readEnvelope: Dialect['readEnvelope'] = (status, parsed) => ({
      status,
      result: (parsed as { readonly result?: unknown }).result,
      metadata: {},
    });
    const own = platform.nextPage({ dialect: { readEnvelope } });
    platform.script('payment/itemstate', () => textAnswer('{"message":"none"}', 404));
    const item = own.item(film);
    expect(await item.check()).to.include({ access: 'denied', reason: 'not-found' });
    platform.script('payment/itemstate', () => textAnswer('<h1>none</h1>', 404));
    expect(await item.check()).to.include({ access: 'denied', reason: 'not-found' });
    expect(item.$state.get().error).to.include({ code: 'platform' });
  });
});
