import { expect } from 'chai';
import { readEnvelope } from '../../src/dialect/envelope.ts';

describe('an envelope', () => {
  it('gives the worse of the two statuses, also when one is text', () => {
    const rows: [http: number, own: unknown, status: number][] = [
      [200, 200, 200],
      [200, 404, 404],
      [200, '404', 404],
      [500, 200, 500],
      [404, 500, 500],
      [401, 402, 402],
      [200, undefined, 200],
      [200, null, 200],
      [200, 'ok', 200],
      [200, '', 200],
      [503, {}, 503],
      [200, 0, 200],
      [200, -1, 200],
    ];
    for (const [http, own, status] of rows) {
      expect(
        readEnvelope(http, { metadata: { status: own }, result: 1 }).status,
        `${http} ${String(own)}`,
      ).to.equal(status);
    }
  });

  it('gives result, hint, notice and metadata unchanged', () => {
    const metadata = {
      status: 200,
      errorhint: 'why',
      notice: 'old',
      apiversion: '3.1',
      unknownMember: [1],
    };
    expect(readEnvelope(200, { metadata, result: { a: 1 } })).to.deep.include({
      result: { a: 1 },
      hint: 'why',
      notice: 'old',
      metadata,
    });
  });

  it('has neither hint nor notice when they are empty', () => {
    const { hint, notice } = readEnvelope(200, {
      metadata: { errorhint: '', notice: null },
      result: {},
    });
    expect([hint, notice]).to.deep.equal([undefined, undefined]);
  });

  it('reads paging as numbers from any form', () => {
    const paging = { start: '20', limit: 20, resultcount: '854' };
    expect(readEnvelope(200, { metadata: {}, result: [], paging }).paging).to.deep.equal({
      start: 20,
      limit: 20,
      resultcount: 854,
    });
    expect(readEnvelope(200, { metadata: {}, result: [] }).paging).to.equal(undefined);
  });

  it('is optional: an answer without metadata is the result itself', () => {
    for (const parsed of [
      { result: 1 },
      { metadata: 'text' },
      { metadata: [] },
      { metadata: null },
      [1],
      'ok',
      5,
      null,
      {},
    ]) {
      expect(readEnvelope(200, parsed)).to.deep.include({
        status: 200,
        result: parsed,
        metadata: {},
      });
    }
  });

  it('has no result where the answer has none', () => {
    expect(readEnvelope(404, { metadata: { status: 404 } }).result).to.equal(undefined);
  });
});
