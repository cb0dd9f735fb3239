import { expect } from 'chai';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { itemStateArea } from '../../src/contract/item-state.ts';
import { refusal } from '../fixtures/contract/refusal.ts';
import additions from '../samples/additions.json' with { type: 'json' };

const canary = 'C4NARY';

/** Everything that an error shows. */
function shown(error: Error): string {
  const values = Reflect.ownKeys(error).map((key) => Reflect.get(error, key) as unknown);
  return [
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    ...values.map((value) => String(value)),
    JSON.stringify(values),
  ].join('\n');
}

describe('a secret', () => {
  for (const name of additions.secrets.fields) {
    const [id, field] = name.split('#') as [string, string];
    it(`is not in the error when ${name} is refused`, () => {
      for (const wrong of [
        `${canary}\n`,
        `${canary}\ud800`,
        { [canary]: canary },
        [canary],
        () => canary,
      ]) {
        const error = refusal(id, { [field]: wrong });
        expect(error).to.include({ field, value: '(hidden)' });
        expect(shown(error)).to.not.include(canary);
      }
    });
  }

  it('is like a user name, or a reference of a user', () => {
    for (const [id, values] of [
      ['session/login', { username: `${canary}\n`, password: 'p' }],
      ['session/login', { provider: 'hash', token: 't', username: canary }],
      ['session/init', { externalUserReference: `${canary}\n` }],
    ] as const) {
      expect(shown(refusal(id, values))).to.not.include(canary);
    }
  });

  it('is not in the error of a rule over several fields', () => {
    const calls: [string, Record<string, unknown>][] = [
      ['payment/redeemvoucher', { vouchercode: canary, referencecode: canary }],
      ['session/login', { provider: 'hash', token: canary, password: canary }],
      ['session/login', { username: canary, password: canary }],
    ];
    for (const [id, values] of calls) expect(shown(refusal(id, values))).to.not.include(canary);
  });

  it('is not in the error when the name of its field is mistyped', () => {
    const calls: [string, Record<string, unknown>][] = [
      ['session/login', { provider: 'manual', username: 'ada', pass: canary }],
      ['session/login', { Token: canary }],
      ['session/init', { userhash: canary }],
      ['payment/redeemvoucher', { voucherCode: canary }],
      ['payment/itemstate', { item: 7, streamtype: 'video', token: canary }],
      ['payment/finishtransaction', { transactionid: canary }],
      ['allmedia/latest', { token: canary }],
      ['session/login', { constructor: canary }],
    ];
    for (const [id, values] of calls) {
      const error = refusal(id, values);
      expect(shown(error), id).to.not.include(canary);
      expect(error).to.include({ value: '(hidden)' });
      expect(error.message).to.include('there is no field ');
    }
    let thrown: any;
    try {
      encodeCall(itemStateArea, 'itemstate', { item: 7, streamtype: 'video', token: canary });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).to.include({ code: 'input', field: 'token' });
    expect(shown(thrown)).to.not.include(canary);
  });

  it('is not in the error when another field is refused', () => {
    expect(
      shown(refusal('session/login', { provider: 5, username: 'ada', password: canary })),
    ).to.not.include(canary);
  });
});
