import { expect } from 'chai';
import type { Provider, UsherError } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { rejection } from '../../fixtures/session/waiting.ts';

const addressOf = (path: string): string => new URL(path, import.meta.url).href;
const paying = '../../fixtures/checkout/paying-module.ts';
type PayingModule = typeof import('../../fixtures/checkout/paying-module.ts');

describe('a provider that is a module', () => {
  let platform: PaymentPlatform;
  beforeEach(() => {
    platform = scriptPayments();
  });
  afterEach(() => platform.end());

  /** Buys the film by a provider, given as a page without types may give it. */
  const buyBy = async (given: object) => {
    const usher = platform.usher({});
    usher.configure({ providers: [{ name: 'card', type: 'in-page', ...given } as Provider] });
    return usher.item(film).buy(ppv);
  };
  const refusalOf = async (given: object): Promise<UsherError> => {
    const error = (await rejection(buyBy(given))) as UsherError;
    expect(await entriesOf(platform.baseUrl)).to.deep.equal([]);
    expect(platform.to('payment/preparetransaction')).to.have.length(0);
    return error;
  };

  it('is ready before the purchase begins, and takes the payment', async () => {
    const { calls } = (await import(addressOf(paying))) as PayingModule;
    calls.length = 0;
    const purchase = await buyBy({ script: addressOf(paying) });
    expect(calls[0]).to.equal('ready');
    expect((await purchase.settled()).status).to.equal('granted');
    expect(calls).to.deep.equal(['ready', 'pay 499']);
    const [finish] = platform.to('payment/finishtransaction');
    expect(finish!.query).to.contain('token=token-of-a-module');
  });

  it("is found by an address that is relative to the page's", async () => {
    const purchase = await buyBy({ script: new URL(addressOf(paying)).pathname });
    expect((await purchase.settled()).status).to.equal('granted');
  });

  it('is unavailable when it cannot be loaded, and nothing is sent', async () => {
    const { code, cause } = await refusalOf({ script: addressOf('./no-such-module.js') });
    expect(code).to.equal('provider-unavailable');
    expect(cause).to.be.instanceOf(TypeError);
  });

  it('is unavailable when it exports no pay, and nothing is sent', async () => {
    const { code, cause } = await refusalOf({ script: addressOf('../../../src/browser/wake.ts') });
    expect(code).to.equal('provider-unavailable');
    expect(String(cause)).to.contain('wake.ts exports no pay()');
  });

  for (const [title, given] of [
    ['beside a function', { script: addressOf(paying), pay: async () => ({}) }],
    ['that is no address', { script: 'http://' }],
    ['of another scheme', { script: 'data:text/javascript,export const pay = 1' }],
    ['that is no text', { script: 7 }],
  ] as const) {
    it(`is refused with the name of the field: a script ${title}`, async () => {
      expect(await refusalOf(given)).to.include({ code: 'input', field: 'script' });
    });
  }

  it('is refused at once without a script and a function', async () => {
    expect(await refusalOf({})).to.include({ code: 'input', field: 'providers[0].pay' });
  });
});
