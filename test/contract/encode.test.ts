import { expect } from 'chai';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { locate } from '../fixtures/contract/areas.ts';
import { samples } from '../samples/samples.ts';

describe('the encoding of a call', () => {
  for (const { title, id, values, line, body } of samples) {
    it(`${title} (${id})`, () => {
      const call = encodeCall(...locate(id), values);
      expect(`${call.row.method} ${call.path}${call.query && `?${call.query}`}`).to.equal(line);
      expect(call.body).to.equal(body ?? '');
    });
  }

  it('reads an item state, and marks one that performs as a change', () => {
    const effect = (values: Record<string, unknown>): string =>
      encodeCall(...locate('payment/itemstate'), values).effect;
    expect(effect({ item: 7, streamtype: 'video' })).to.equal('read');
    expect(effect({ item: 7, performTransactionIfPossible: false })).to.equal('read');
    expect(effect({ item: 7, performTransactionIfPossible: true })).to.equal('change');
    expect(effect({ item: 7, performTransactionIfPossible: 1 })).to.equal('change');
  });

  it("does not change the caller's values", () => {
    const values = Object.freeze({
      globalid: '7',
      excludeItems: Object.freeze(['1', '2']),
      extra: Object.freeze({ a: 1 }),
    });
    expect(encodeCall(...locate('allmedia/byglobalid'), values).query).to.equal(
      'excludeItems=1%2C2&a=1',
    );
  });
});
