import { expect } from 'chai';
import fc from 'fast-check';
import { decodeCall } from '../../src/contract/decode.ts';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { areas, locate } from '../fixtures/contract/areas.ts';
import { refusalOf } from '../fixtures/contract/refusal.ts';
import { anyValues } from '../fixtures/contract/values.ts';

/** The texts that a server reads from a request. */
function received({
  path,
  query,
  body,
  row,
}: ReturnType<typeof encodeCall>): Record<string, string> {
  const segments = path.split('/').slice(3).map(decodeURIComponent);
  const names = Object.keys(row.path ?? {});
  return Object.fromEntries([
    ...segments.map((text, index) => [names[index], text]),
    ...new URLSearchParams(query),
    ...new URLSearchParams(body),
  ]);
}

const decode = (id: string, texts: Record<string, string>): Record<string, unknown> =>
  decodeCall(...locate(id), texts);
const period = { streamtype: 'video', from: '2026-11-01', to: '2026-11-02' };

describe('the decoding of a call', () => {
  for (const area of areas) {
    it(`gives the sent values, for every ${area.name} endpoint`, () => {
      for (const [name, row] of Object.entries(area.rows)) {
        fc.assert(
          fc.property(fc.constant(`${area.name}/${name}`), anyValues(area, row), (_id, pairs) => {
            const of = (part: 'given' | 'read'): Record<string, unknown> =>
              Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[part]]));
            const sent = encodeCall(area, name, of('given'));
            const values = decodeCall(area, name, received(sent));
            expect(values).to.deep.equal(of('read'));
            expect(received(encodeCall(area, name, values))).to.deep.equal(received(sent));
          }),
          { numRuns: 20 },
        );
      }
    });
  }

  it('reads flags as 1 and 0, and as words', () => {
    for (const [text, flag] of [
      ['1', true],
      ['true', true],
      ['0', false],
      ['false', false],
    ] as const) {
      expect(decode('payment/itemstate', { performTransactionIfPossible: text })).to.deep.equal({
        performTransactionIfPossible: flag,
      });
    }
  });

  it('omits fields that the endpoint does not have', () => {
    expect(decode('session/keepalive', { nosuchfield: '1', toString: '2' })).to.deep.equal({});
    expect(decode('allmedia/latest', { limit: '5', minHeight: '720' })).to.deep.equal({ limit: 5 });
  });

  it('refuses what the encoding refuses, and names endpoint and field', () => {
    const rejected: [id: string, texts: Record<string, string>, field: string][] = [
      ['allmedia/latest', { limit: '0' }, 'limit'],
      ['allmedia/latest', { limit: '101' }, 'limit'],
      ['allmedia/latest', { limit: 'ten' }, 'limit'],
      ['allmedia/latest', { limit: '' }, 'limit'],
      ['allmedia/latest', { limit: '5.5' }, 'limit'],
      ['allmedia/latest', { limit: '0x10' }, 'limit'],
      ['allmedia/latest', { limit: ' 5' }, 'limit'],
      ['allmedia/latest', { orderDir: 'desc' }, 'orderDir'],
      ['allmedia/latest', { noc: 'yes' }, 'noc'],
      ['allmedia/latest', { noc: 'constructor' }, 'noc'],
      ['allmedia/latest', { noc: '__proto__' }, 'noc'],
      ['allmedia/latest', { excludeItems: '1,x' }, 'excludeItems'],
      ['allmedia/latest', { createdAfter: '1790000000000' }, 'createdAfter'],
      ['allmedia/byglobalid', { globalid: '7a' }, 'globalid'],
      ['allmedia/byglobalid', {}, 'globalid'],
      ['allmedia/byquery', { query: '..' }, 'query'],
      ['allmedia/byquery', { query: 'a\u0000' }, 'query'],
      ['allmedia/mostactive', { timeframe: '7' }, 'timeframe'],
      ['payment/preparetransaction', { amount: '19.99' }, 'amount'],
      ['payment/preparetransaction', { amount: '-1' }, 'amount'],
      ['payment/preparetransaction', { amount: 'NaN' }, 'amount'],
      ['payment/preparetransaction', { amount: '9007199254740992' }, 'amount'],
      ['payment/verifyinapptransaction', { amount_original: 'Infinity' }, 'amount_original'],
      ['payment/verifyinapptransaction', { provider: 'other' }, 'provider'],
      ['payment/redeemvoucher', {}, 'vouchercode,referencecode'],
      [
        'payment/redeemvoucher',
        { vouchercode: 'A', referencecode: 'B' },
        'vouchercode,referencecode',
      ],
      ['session/init', { lat: '90.1' }, 'lat'],
      ['session/init', { explicitLanguage: 'deu' }, 'explicitLanguage'],
      ['statistics/viewsbyday', { ...period, from: '2026-02-30' }, 'from'],
      ['statistics/viewsbyday', { ...period, from: '2026-11-03' }, 'from'],
      ['statistics/viewsbyday', { streamtype: 'video', from: '2026-11-01' }, 'to'],
      ['statistics/viewsbyday', { from: '2026-11-01', to: '2026-11-02' }, 'streamtype'],
      ['statistics/viewsbyday', { ...period, timezone: 'Mars/Olympus' }, 'timezone'],
      ['statistics/itemlist', period, 'kpi'],
      ['statistics/realtime', {}, 'streamtype'],
    ];
    for (const [id, texts, field] of rejected) {
      const error = refusalOf(() => decode(id, texts));
      expect(error, `${id} ${JSON.stringify(texts)}`).to.include({ endpoint: id, field });
    }
  });
});
