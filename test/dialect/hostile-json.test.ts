import { expect } from 'chai';
import { openEnvelope } from '../../src/dialect/envelope.ts';
import { parseJson } from '../../src/dialect/json.ts';
import { parseOrdered } from '../../src/dialect/ordered-json.ts';
import { createTransport, outcome } from '../transport/setup.ts';

const deep = (levels: number): string => `${'['.repeat(levels)}3154455148505954051${']'.repeat(levels)}`;

describe('a hostile answer', () => {
  it('nested 200,000 levels deep is a typed error or plain data, never a crash', async () => {
    for (const body of [deep(200_000), `{"metadata":{"status":200},"result":${deep(200_000)}}`, `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`]) {
      for (const parse of [parseJson, parseOrdered]) {
        const { call } = createTransport([{ body }]);
        const end = await outcome(call('allmedia/latest', {}, { parse }));
        if (!('result' in end)) expect(end).to.include({ code: 'malformed' });
      }
    }
  });

  it('cut inside a long text with many quotes is refused without holding the page up', () => {
    const text = `{"id":3154455148505954051,"html":"${'<a href=\\"x\\">'.repeat(20_000)}`;
    const start = performance.now();
    expect(() => parseJson(text)).to.throw(SyntaxError);
    expect(() => parseOrdered(text)).to.throw(SyntaxError);
    expect(performance.now() - start).to.be.lessThan(1000);
  });

  it('of a long text with many escapes is read', () => {
    const html = '\\"\n'.repeat(500_000);
    expect((parseJson(JSON.stringify({ id: 1, html, more: '1' }).replace('1', '3154455148505954051')) as { html: string }).html).to.equal(html);
  });

  it('gives what its own members are called, never what every object inherits', () => {
    const answer = openEnvelope(200, parseJson('{"__proto__":{"metadata":{"status":500}},"result":1}'));
    expect(answer).to.deep.include({ status: 200, metadata: {} });
  });
});
