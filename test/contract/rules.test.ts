import { expect } from 'chai';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { locate } from '../fixtures/contract/areas.ts';
import { refusal } from '../fixtures/contract/refusal.ts';

const query = (id: string, values: Record<string, unknown>): string =>
  encodeCall(...locate(id), values).query;

describe('the rules over several fields', () => {
  it('require exactly one voucher code', () => {
    const both = { vouchercode: 'A', referencecode: 'B' };
    for (const values of [{}, both, { vouchercode: undefined, referencecode: undefined }]) {
      expect(refusal('payment/redeemvoucher', values)).to.include({
        endpoint: 'payment/redeemvoucher',
        field: 'vouchercode,referencecode',
      });
    }
    expect(query('payment/redeemvoucher', { vouchercode: 'A' })).to.equal('vouchercode=A');
    expect(query('payment/redeemvoucher', { referencecode: 'B' })).to.equal('referencecode=B');
  });

  it('refuse name and password in every other login', () => {
    for (const provider of ['hash', 'broadcast', 'secondscreen', 'some-directory', undefined]) {
      expect(refusal('session/login', { provider, username: 'ada' })).to.include({
        field: 'username',
      });
      expect(refusal('session/login', { password: 'p', provider })).to.include({
        field: 'password',
      });
    }
  });

  it('refuse a period that ends before it begins, on every endpoint with a period', () => {
    for (const id of [
      'statistics/viewsbyday',
      'statistics/itemlist',
      'statistics/chartsbyviews',
      'statistics/distributionbyos',
      'statistics/revenuebyday',
    ]) {
      const kpi = id.endsWith('itemlist') ? { kpi: 'view' } : {};
      const error = refusal(id, {
        ...kpi,
        streamtype: 'video',
        from: '2026-11-21',
        to: '2026-11-20',
      });
      expect(error).to.include({ endpoint: id, field: 'from', value: '2026-11-21' });
      expect(error.allowed).to.include('2026-11-20');
    }
  });

  it('compare the days of a period in the timezone of the call', () => {
    const from = new Date('2026-11-20T15:30:00Z');
    const call = { streamtype: 'video', from, to: '2026-11-20' };
    expect(query('statistics/viewsbyday', { ...call, timezone: 'Europe/Berlin' })).to.include(
      'from=2026-11-20',
    );
    expect(refusal('statistics/viewsbyday', { ...call, timezone: 'Asia/Tokyo' })).to.include({
      field: 'from',
      value: '2026-11-21',
    });
  });

  it('accept any finite amount from 0 for an app store, and whole amounts elsewhere', () => {
    expect(query('payment/verifyinapptransaction', { amount_original: 19.99 })).to.equal(
      'amount_original=19.99',
    );
    expect(query('payment/verifyinapptransaction', { amount_original: 0 })).to.equal(
      'amount_original=0',
    );
    for (const wrong of [-0.01, NaN, Infinity, '19.99']) {
      expect(refusal('payment/verifyinapptransaction', { amount_original: wrong })).to.include({
        field: 'amount_original',
      });
    }
    for (const [id, field, others] of [
      ['preparetransaction', 'amount', {}],
      ['finishtransaction', 'finalPayment', { transactionID: '7' }],
      ['verifyinapptransaction', 'amount', {}],
      ['upgradesubscription', 'amount', {}],
    ] as const) {
      for (const wrong of [19.99, NaN, -1, '5', Infinity, 2 ** 53]) {
        expect(refusal(`payment/${id}`, { ...others, [field]: wrong })).to.include({ field });
      }
      expect(query(`payment/${id}`, { ...others, [field]: 0 })).to.contain(`${field}=0`);
    }
  });
});
