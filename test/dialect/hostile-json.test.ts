import { expect } from 'chai';
import { readOrdered } from '../../src/data/statistics/read-ordered.ts';
import { readEnvelope } from '../../src/dialect/envelope.ts';
import { parseJson } from '../../src/dialect/json.ts';
import { parseOrdered } from '../../src/dialect/ordered-json.ts';
import { createFakeClock } from '../fixtures/transport/fake-clock.ts';
import { createTransport, outcome } from '../fixtures/transport/setup.ts';

const shapes: readonly [open: string, close: string][] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[[],', ']'],
  ['{"__proto__":{},"a":[', ']}'],
  [' [ ', ' ] '],
];
const nested = (levels: number, [open, close]: readonly [string, string] = shapes[0]!): string =>
  `${open.repeat(levels)}3154455148505954051${close.repeat(levels)}`;
const readers = [
  ['parseJson', parseJson],
  ['parseOrdered', (text: string) => parseOrdered(text)],
] as const;

/** The limit for each text, on a busy machine too. A quadratic scan would take minutes. */
const longestMs = 2000;
function expectRefusedSoon(read: (text: string) => unknown, text: string): void {
  const startedAt = performance.now();
  expect(() => read(text)).to.throw(SyntaxError);
  expect(performance.now() - startedAt).to.be.lessThan(longestMs);
}

describe('a hostile answer', () => {
  it('nested 200,000 levels deep is malformed', async () => {
    const parse = readOrdered(createFakeClock(), {});
    for (const shape of shapes) {
      for (const body of [
        nested(200_000, shape),
        `{"metadata":{"status":200},"result":${nested(200_000, shape)}}`,
        `{"metadata":{"status":200},"result":{"a":${nested(200_000, shape)}}}`,
      ]) {
        for (const options of [{}, { parse }]) {
          expect(
            await outcome(createTransport([{ body }]).call('allmedia/latest', {}, options)),
          ).to.include({ code: 'malformed' });
        }
      }
    }
  }).timeout(30_000);

  it('nested deeper than 1,000 levels is refused, and all other answers can be walked', () => {
    for (const [, read] of readers) {
      for (const [open, close] of shapes.slice(0, 2)) {
        const value = read(`{"metadata":{},"result":[${nested(990, [open, close])}]}`) as {
          result: unknown;
        };
        expect(JSON.stringify(structuredClone(value.result))).to.have.lengthOf(
          nested(990, [open, close]).length + 4,
        ); // two brackets and two quotes: the number was text
        expectRefusedSoon(read, `{"metadata":{},"result":[${nested(1001, [open, close])}]}`);
      }
    }
  });

  it('can be wide or long without being deep', () => {
    const lists = `[${'[[]],'.repeat(50_000)}{"brackets":"${'[{'.repeat(50_000)}"}]`;
    for (const [, read] of readers) expect(JSON.stringify(read(lists))).to.equal(lists);
  });

  for (const [name, read] of readers) {
    it(`does not slow ${name} down, when cut or repeated in any way`, () => {
      const times = 200_000;
      for (const bit of [
        '"',
        '\\',
        '\\"',
        '"\\',
        ' ',
        '1',
        '1 ',
        '-',
        '[',
        '{',
        '{"',
        ':',
        ',',
        '"a":',
        '{"a":',
        '{"a" ',
        '\n',
        '1234567890123456 :',
        '"\\\n',
        '\u2028',
        ']',
        '}',
        '[1]',
        '{}',
        '<a href=\\"x\\">',
      ]) {
        for (const before of [
          '',
          '[',
          '"',
          '{"a":',
          '{"a":"',
          '{"metadata":{},"result":{"1234567890123456":',
          '[3154455148505954051,',
        ]) {
          expectRefusedSoon(read, `${before}${bit.repeat(times)}!`);
        }
      }
    }).timeout(60_000);

    it(`with a long text of many escapes is read by ${name}`, () => {
      const html = '\\"\n'.repeat(500_000);
      const text = JSON.stringify({ metadata: {}, result: { list: [1, html, '1'] } }).replace(
        '1',
        '3154455148505954051',
      );
      const { result } = read(text) as { result: { list: unknown } | Map<string, unknown> };
      expect((result instanceof Map ? result.get('list') : result.list) as unknown[]).to.deep.equal(
        ['3154455148505954051', html, '1'],
      );
    });
  }

  it('gives only its own members, never inherited ones', () => {
    const answer = readEnvelope(
      200,
      parseJson('{"__proto__":{"metadata":{"status":500}},"result":1}'),
    );
    expect(answer).to.deep.include({ status: 200, metadata: {} });
  });
});
