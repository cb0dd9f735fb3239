import { expect } from 'chai';
import type { InPageProvider, RedirectProvider, Usher } from '../../../src/index.ts';
import {
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { answer, sessionResult } from '../../fixtures/session/scripted-platform.ts';
import { quiet } from '../../fixtures/session/waiting.ts';

describe('a provider of a runtime that has ended', () => {
  let platform: PaymentPlatform;
  let opened: string[];
  const inPage: InPageProvider = {
    name: 'card',
    type: 'in-page',
    async pay() {
      opened.push('pay');
      return { outcome: 'approved', token: 'x' };
    },
  };

  beforeEach(() => {
    platform = scriptPayments();
    opened = [];
  });
  afterEach(() => platform.end());

  /** Buys, and ends the runtime as soon as the transaction is prepared. */
  async function buyAndEnd(provider: InPageProvider | RedirectProvider): Promise<void> {
    const usher: Usher = platform.usher({
      providers: [provider],
      dialect: { allowsAnonymousPurchase: true },
    });
    await usher.start();
    usher.on('purchase', ({ status }) => {
      if (status === 'awaiting-provider') usher.dispose();
    });
    await usher
      .item(film)
      .buy(ppv)
      .catch(() => {});
    await quiet();
    await quiet();
  }

  for (const viewer of ['a viewer without a user', 'a user']) {
    it(`takes no payment of ${viewer}, and the journal does not say that it was opened`, async () => {
      if (viewer !== 'a user') {
        platform.script('session/init', () => answer(sessionResult('556')));
      }
      await buyAndEnd(inPage);
      expect(opened).to.deep.equal([]);
      const [purchase] = await entriesOf(platform.baseUrl);
      expect(purchase).to.include({ step: 'awaiting-provider' });
      expect(purchase).not.to.have.property('providerOpenedAt');
    });
  }
});
