import { expect } from 'chai';
import { createBrowser } from '../../../src/browser/browser.ts';
import { createUnknownReturns } from '../../../src/checkout/return/unknown-returns.ts';
import { eraseJournal } from '../../fixtures/checkout/payment-platform.ts';

describe('the returns that belong to no purchase', () => {
  const baseUrl = 'https://unknown-returns.test';
  const key = `usher:${baseUrl}|741`;
  afterEach(() => eraseJournal(baseUrl));

  it('are erased, but for those that stay', async () => {
    const returns = createUnknownReturns(key, createBrowser());
    await returns.keep({ text: 'a&token=before', receivedAt: 1000 });
    await returns.keep({ text: 'b&token=after', receivedAt: 3000 });
    await returns.erase(({ receivedAt }) => receivedAt > 2000);
    const left = await returns.list();
    expect(left.map(({ receivedAt }) => receivedAt)).to.deep.equal([3000]);
    await returns.erase(() => false);
    expect(await returns.list()).to.deep.equal([]);
  });
});
