import { expect } from 'chai';
import fc from 'fast-check';
import { parseJson } from '../../src/dialect/json.ts';
import { parseOrdered } from '../../src/dialect/ordered-json.ts';
import { told, writtenObject, writtenValue } from '../fixtures/dialect/written-json.ts';

/** Both readers give the same, but for the order and form of a result. */
const ordered = (text: string): unknown =>
  (parseOrdered(`{"metadata":{},"result":[${text}]}`) as { result: unknown[] }).result[0];
const readers = [
  ['parseJson', parseJson, parseJson],
  ['parseOrdered', ordered, (text: string) => parseOrdered(text)],
] as const;

/**
 * JSON values whose texts hold runs of digits, quotes, backslashes and what looks like keys and
 * numbers.
 */
const digits = fc
  .string({
    unit: fc.constantFrom(
      '0',
      '1',
      '9',
      ' ',
      ',',
      ':',
      '-',
      '"',
      '\\',
      '{',
      '[',
      'e',
      '.',
      '#',
      'ü',
      '\u2028',
      '\n',
    ),
  })
  .map((text) => text + '1234567890123456789');
/**
 * Numbers that JSON.parse reads exactly as they are written; integers beyond 2^53 are not among
 * them.
 */
const exactNumber = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Number.isInteger(value) && !Number.isSafeInteger(value) ? 0.5 : value + 0));
const { json: anyJson } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(
      digits,
      fc.string({ unit: 'binary' }),
      fc.integer(),
      exactNumber,
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('json')),
    fc.dictionary(fc.oneof(digits, fc.string()), tie('json'), { noNullPrototype: true }),
  ),
}));
const longId = fc.bigInt({ min: 2n ** 53n, max: 10n ** 20n });

for (const [name, read, readWhole] of readers) {
  describe(`JSON by ${name}`, () => {
    it('is read like JSON.parse reads it, with any digits in its texts', () => {
      fc.assert(
        fc.property(anyJson, fc.constantFrom(undefined, 1), (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(JSON.stringify(read(text))).to.equal(JSON.stringify(JSON.parse(text)));
        }),
        { numRuns: 500 },
      );
    });

    it('keeps every digit of an ID, as number or as text, at any depth', () => {
      const place = fc.constantFrom(
        (id: string) => id,
        (id: string) => `[${id}]`,
        (id: string) => `{"a":{"b":[1, ${id}]}}`,
        (id: string) => `[[{"1234567890123456789":\n${id}}]]`,
        (id: string) => `{"x":"${id}", "y" : ${id} }`,
      );
      fc.assert(
        fc.property(longId, place, fc.boolean(), fc.boolean(), (id, inside, negative, asText) => {
          const number = `${negative ? '-' : ''}${id}`;
          const text = inside(asText ? `"${number}"`.replaceAll('""', '"') : number).replaceAll(
            '""',
            '"',
          );
          expect(JSON.stringify(read(text))).to.equal(
            JSON.stringify(JSON.parse(inside(`"${number}"`).replaceAll('""', '"'))),
          );
        }),
      );
    });

    it('gives numbers that JavaScript holds as numbers', () => {
      for (const text of [
        '9007199254740991',
        '-9007199254740991',
        '1.5',
        '0.1234567890123456789',
        '1e21',
        '1E+300',
        '1234567890.1234567890',
        '0',
        '-0.5',
      ]) {
        expect(read(text)).to.equal(JSON.parse(text));
      }
      expect(read('9007199254740993')).to.equal('9007199254740993');
      expect(read('-9007199254740993')).to.equal('-9007199254740993');
    });

    it('makes __proto__ an ordinary entry, and pollutes no prototype', () => {
      const value = read(
        '{"__proto__":{"polluted":3154455148505954051},"constructor":{"prototype":{"polluted":1}},"a":3154455148505954051}',
      ) as Record<string, unknown>;
      expect(Object.keys(value)).to.deep.equal(['__proto__', 'constructor', 'a']);
      expect(Object.getPrototypeOf(value)).to.equal(Object.prototype);
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    });

    it('is read from any spelling: spaces, escapes, surrogates, digits, names, repeated names', () => {
      fc.assert(
        fc.property(writtenValue, ({ text, value }) => {
          expect(told(read(text))).to.equal(told(value));
        }),
        { numRuns: 300 },
      );
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    });

    it('is refused exactly when JSON.parse refuses it, after any mistake', () => {
      const slip = fc.tuple(
        fc.nat(),
        fc.constantFrom(
          ...'{}[]:,"\\-+.eE0 9\n\u00a0\ufeff\u2028!'.split(''),
          '',
          '""',
          '\\u',
          'null',
          '3154455148505954051',
          '03154455148505954051',
        ),
        fc.boolean(),
      );
      fc.assert(
        fc.property(
          fc.oneof(writtenValue, writtenObject),
          fc.array(slip, { minLength: 1, maxLength: 3 }),
          (whole, slips) => {
            const text = slips.reduce((now, [place, bit, replaces]) => {
              const at = place % (now.length + 1);
              return now.slice(0, at) + bit + now.slice(at + (replaces ? 1 : 0));
            }, whole.text);
            const refused = throws(() => JSON.parse(text));
            expect(
              throws(() => readWhole(text)),
              text,
            ).to.equal(refused);
          },
        ),
        { numRuns: 500 },
      );
    });

    it('is refused when it is cut at any place', () => {
      const whole = '{"a":[1,"t\\"ext",{"b":3154455148505954051}],"c":null}';
      for (let end = 0; end < whole.length; end++) {
        expect(() => readWhole(whole.slice(0, end)), whole.slice(0, end)).to.throw(SyntaxError);
      }
    });

    it('is refused when it is not JSON', () => {
      for (const text of [
        '<html>',
        "{'a':1}",
        '{a:1}',
        '[1,]',
        'NaN',
        '3154455148505954051 3154455148505954051',
        '{"a":1}{',
        '"a\nb"',
        '"\\x"',
        '{3154455148505954051:1}',
        '{3154455148505954051 : 1}',
        '[03154455148505954051]',
        '{"a":1,}',
        '{,}',
        '{1:2}',
        '{"a" "b":1}',
        '{"a":1:2}',
        '{"a":1]',
        '{}\u00a0',
        '{\u00a0}',
      ]) {
        expect(() => readWhole(text), text).to.throw(SyntaxError);
      }
    });
  });
}

function throws(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    expect(error).to.be.instanceOf(SyntaxError);
    return true;
  }
}

describe('an answer in a significant order', () => {
  const keysOf = (text: string): string[] => [
    ...(parseOrdered(text) as { result: Map<string, unknown> }).result.keys(),
  ];

  it('is a Map in the order of the answer, with any keys', () => {
    const key = fc.oneof(
      fc.nat().map(String),
      digits,
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', 'toString', '#', '', '2', '10', '1'),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(key, anyJson), { selector: ([one]) => one }),
        (entries) => {
          const result = `{${entries.map(([one, value]) => `${JSON.stringify(one)}: ${JSON.stringify(value)}`).join(',')}}`;
          const { result: map, metadata } = parseOrdered(
            `{"result":${result},"metadata":{"status":200,"7":1}}`,
          ) as { result: Map<string, unknown>; metadata: object };
          expect([...map.keys()]).to.deep.equal(entries.map(([one]) => one));
          expect(JSON.stringify([...map.values()])).to.equal(
            JSON.stringify(entries.map(([, value]) => value)),
          );
          expect(metadata).to.deep.equal({ status: 200, 7: 1 });
        },
      ),
    );
  });

  it('keeps a repeated name at its first place with its last value', () => {
    const around = fc.constantFrom(
      (text: string) => `{"metadata":{"status":200},"result":${text}}`,
      (text: string) => ` { "result" : ${text} , "metadata" : { "status" : 200 } } `,
      (text: string) =>
        `{"result":{"1":2},"metadata":[],"r\\u0065sult":\n${text}\t,"metadata":{"status":200}}`,
    );
    fc.assert(
      fc.property(writtenObject, around, ({ text, members }, wrap) => {
        const { result, metadata } = parseOrdered(wrap(text)) as {
          result: Map<string, unknown>;
          metadata: unknown;
        };
        expect(told(result)).to.equal(told(new Map(members)));
        expect(metadata).to.deep.equal({ status: 200 });
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(writtenObject, ({ text, members }) => {
        expect(told(parseOrdered(text))).to.equal(told(new Map(members)));
      }),
    );
  });

  it('contains the read entries, with and without an envelope', () => {
    const asNumber = (key: string, value: unknown): readonly [number, string] => [
      Number(key),
      `${String(value)}!`,
    ];
    const made = [
      [10, '1!'],
      [9, '2!'],
      [NaN, '3!'],
    ];
    const map = parseOrdered(
      '{"metadata":{"9":9},"result":{"10":1,"9":2,"x":3},"more":{"7":7}}',
      asNumber,
    ) as { result: Map<unknown, unknown> };
    expect([...map.result]).to.deep.equal(made);
    expect(map).to.deep.include({ metadata: { 9: 9 }, more: { 7: 7 } });
    expect([
      ...(parseOrdered('{"10":1,"9":2,"result":3}', asNumber) as Map<unknown, unknown>),
    ]).to.deep.equal(made);
  });

  it('is an empty Map when the result is empty, also for a list', () => {
    for (const empty of ['{}', '{ \n}', '[]', ' [ ] ']) {
      expect(
        (parseOrdered(`{"metadata":{},"result":${empty}}`) as { result: unknown }).result,
        empty,
      )
        .to.be.instanceOf(Map)
        .and.to.have.property('size', 0);
    }
  });

  it('keeps the order of IDs, with every digit', () => {
    expect(
      keysOf(
        '{"metadata":{},"result":{"3154455148505954051":9,"12":5,"9":4,"3154455148505954052":1}}',
      ),
    ).to.deep.equal(['3154455148505954051', '12', '9', '3154455148505954052']);
  });

  it('is the Map itself without an envelope', () => {
    expect([...(parseOrdered('{"10":1,"9":2}') as Map<string, unknown>)]).to.deep.equal([
      ['10', 1],
      ['9', 2],
    ]);
  });

  it('is unchanged when it is not an object', () => {
    expect(
      (parseOrdered('{"metadata":{},"result":[1,"a"]}') as { result: unknown }).result,
    ).to.deep.equal([1, 'a']);
    expect((parseOrdered('{"metadata":{"status":404}}') as { result: unknown }).result).to.equal(
      undefined,
    );
    expect(parseOrdered('[1]')).to.deep.equal([1]);
  });
});
