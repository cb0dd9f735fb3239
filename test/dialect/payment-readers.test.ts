import { expect } from 'chai';
import fc from 'fast-check';
import { booleanOf, readItemState } from '../../src/dialect/item-state-reader.ts';
import { parseJson } from '../../src/dialect/json.ts';
import { readPriceModel } from '../../src/dialect/price-model-reader.ts';
import { readSession } from '../../src/dialect/readers.ts';
import { readTransaction } from '../../src/dialect/transaction-reader.ts';

describe('a boolean', () => {
  it('is read from 0 and 1, their texts, true and false', () => {
    expect([1, '1', true, 'true'].map(booleanOf)).to.deep.equal([true, true, true, true]);
    expect([0, '0', false, 'false'].map(booleanOf)).to.deep.equal([false, false, false, false]);
  });

  it('is unknown when it is anything else', () => {
    for (const value of [
      undefined,
      null,
      '',
      'yes',
      'TRUE',
      2,
      -1,
      NaN,
      {},
      [],
      [1],
      ['1'],
      { toString: 1 },
      '01',
      ' 1',
    ]) {
      expect(booleanOf(value)).to.equal(undefined);
    }
  });
});

describe('the reader of an item state', () => {
  const state = {
    item: 7,
    streamtype: 'video',
    isPay: 1,
    canPlay: 0,
    reason: 'not-paid',
    validUntil: 0,
    performed: 0,
    offers: [
      { operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 },
      { operation: 'subscription', amount: '799', currency: 'EUR', duration: '1', isPremium: '0' },
    ],
  };

  it('reads it in every form', () => {
    for (const result of [
      { general: state },
      state,
      { general: { ...state, canPlay: '0', validUntil: '0' } },
      { general: { ...state, canPlay: false } },
    ]) {
      const reading = readItemState(result);
      expect(reading).to.include({ granted: false, reason: 'not-paid', validUntil: undefined });
      expect(JSON.parse(JSON.stringify(reading?.offers))).to.deep.equal([
        { operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 },
        { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1, isPremium: false },
      ]);
    }
  });

  it('reads a grant with its end', () => {
    for (const canPlay of [1, '1', true, 'true']) {
      expect(
        readItemState({ general: { canPlay, reason: 'paid', validUntil: '1790000000' } }),
      ).to.deep.include({ granted: true, reason: 'paid', validUntil: 1_790_000_000, offers: [] });
    }
  });

  it('leaves the access unknown when the answer does not name it', () => {
    for (const result of [
      undefined,
      null,
      'ok',
      [],
      {},
      { general: {} },
      { general: { canPlay: null } },
      { general: { canPlay: 'maybe' } },
      { general: { canPlay: 2 } },
      { general: { canPlay: {} } },
      { general: { reason: 'paid' } },
    ]) {
      expect(readItemState(result)).to.equal(undefined);
    }
  });

  it('omits an unreadable offer, and no other', () => {
    const offers = [
      null,
      'ppv',
      {},
      { operation: 'ppv' },
      { operation: 'ppv', amount: 'x', currency: 'EUR' },
      { operation: 'ppv', amount: 499 },
      { operation: 'ppv', amount: 4.99, currency: 'EUR' },
      { operation: 'ppv', amount: -1, currency: 'EUR' },
      { operation: 'ppv', amount: 2 ** 53, currency: 'EUR' },
      { operation: 'ppv', amount: 499, currency: '€' },
      state.offers[0],
    ];
    expect(readItemState({ canPlay: 0, offers })?.offers.map(({ amount }) => amount)).to.deep.equal(
      [499],
    );
    for (const none of [undefined, null, {}, 'none']) {
      expect(readItemState({ canPlay: 0, offers: none })?.offers).to.deep.equal([]);
    }
  });
});

describe('the reader of a price model', () => {
  it('omits an offer that could not be paid, and no other', () => {
    const model = {
      currency: 'EUR',
      ppv: { price: 4.99, hours: 48 },
      ownage: { price: -1 },
      subscriptions: [
        { price: 799, duration: 1 },
        { price: 799, currency: '€' },
      ],
    };
    expect(readPriceModel(model).map(({ operation }) => operation)).to.deep.equal(['subscription']);
  });
});

describe('the reader of a transaction', () => {
  it('keeps every digit of its ID', () => {
    expect(
      readTransaction(
        parseJson('{"general":{"transactionID":9007199254740993001,"state":"prepared"}}'),
      ),
    ).to.deep.equal({ id: '9007199254740993001', state: 'prepared', alreadyFinished: false });
    expect(readTransaction({ transactionID: 42 })).to.deep.equal({
      id: '42',
      alreadyFinished: false,
    });
    expect(
      readTransaction({ general: { transactionID: 2 ** 53, state: 'prepared' } }),
    ).to.deep.equal({ state: 'prepared', alreadyFinished: false });
  });

  it('reads state, end and whether it was finished before', () => {
    expect(
      readTransaction({
        general: {
          transactionID: '7',
          state: 'finished',
          validUntil: '1790000000',
          alreadyFinished: '1',
        },
      }),
    ).to.deep.equal({
      id: '7',
      state: 'finished',
      validUntil: 1_790_000_000,
      alreadyFinished: true,
    });
    expect(readTransaction({ general: { state: 'redeemed', validUntil: 0 } })).to.deep.equal({
      state: 'redeemed',
      alreadyFinished: false,
    });
  });

  it('gives unknown without a transaction and a state', () => {
    for (const result of [
      undefined,
      null,
      'ok',
      [],
      {},
      { general: {} },
      { general: { transactionID: 0, state: '' } },
    ]) {
      expect(readTransaction(result)).to.equal(undefined);
    }
  });
});

describe('every reader', () => {
  it('never throws, with any answer', () => {
    const name = fc.constantFrom(
      'general',
      'device',
      'userdata',
      'cid',
      'uid',
      'canPlay',
      'reason',
      'offers',
      'validUntil',
      'transactionID',
      'state',
      'toString',
      'valueOf',
      '__proto__',
      'operation',
      'amount',
      'currency',
      'isPremium',
      'hours',
    );
    const { result: anyResult } = fc.letrec<{ result: unknown }>((tie) => ({
      result: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('result')),
        fc.dictionary(name, tie('result'), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(anyResult, (result) => {
        const parsed = JSON.parse(JSON.stringify(result)) as unknown;
        for (const read of [readSession, readItemState, readTransaction]) read(parsed);
      }),
      { numRuns: 2000 },
    );
  });
});
