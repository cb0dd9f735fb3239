import { expect } from 'chai';
import fc from 'fast-check';
import { parseJson } from '../../src/dialect/json.ts';
import { parseOrdered } from '../../src/dialect/ordered-json.ts';

/** Both readers give the same, but for the order and form of a result. */
const ordered = (text: string): unknown => (parseOrdered(`{"metadata":{},"result":[${text}]}`) as { result: unknown[] }).result[0];
const readers = [['parseJson', parseJson, parseJson], ['parseOrdered', ordered, parseOrdered]] as const;

/** JSON values whose texts hold runs of digits, quotes, backslashes and what looks like keys and numbers. */
const digits = fc.string({ unit: fc.constantFrom('0', '1', '9', ' ', ',', ':', '-', '"', '\\', '{', '[', 'e', '.', '#', 'ü', '\u2028', '\n') }).map((text) => text + '1234567890123456789');
/** Numbers that JSON.parse reads exactly as they are written; integers beyond 2^53 are not among them. */
const exactNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Number.isInteger(value) && !Number.isSafeInteger(value) ? 0.5 : value + 0));
const { json: anyJson } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(digits, fc.string({ unit: 'binary' }), fc.integer(), exactNumber, fc.boolean(), fc.constant(null)),
    fc.array(tie('json')),
    fc.dictionary(fc.oneof(digits, fc.string()), tie('json'), { noNullPrototype: true }),
  ),
}));
const longId = fc.bigInt({ min: 2n ** 53n, max: 10n ** 20n });

for (const [name, read, readWhole] of readers) {
  describe(`JSON by ${name}`, () => {
    it('is read as JSON.parse reads it, whatever digits its texts hold', () => {
      fc.assert(fc.property(anyJson, fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.stringify(read(text))).to.equal(JSON.stringify(JSON.parse(text)));
      }), { numRuns: 500 });
    });

    it('keeps every digit of an ID, as number or as text, at any depth', () => {
      const place = fc.constantFrom((id: string) => id, (id: string) => `[${id}]`, (id: string) => `{"a":{"b":[1, ${id}]}}`, (id: string) => `[[{"1234567890123456789":\n${id}}]]`, (id: string) => `{"x":"${id}", "y" : ${id} }`);
      fc.assert(fc.property(longId, place, fc.boolean(), fc.boolean(), (id, inside, negative, asText) => {
        const number = `${negative ? '-' : ''}${id}`;
        const text = inside(asText ? `"${number}"`.replaceAll('""', '"') : number).replaceAll('""', '"');
        expect(JSON.stringify(read(text))).to.equal(JSON.stringify(JSON.parse(inside(`"${number}"`).replaceAll('""', '"'))));
      }));
    });

    it('leaves numbers that JavaScript holds as numbers', () => {
      for (const text of ['9007199254740991', '-9007199254740991', '1.5', '0.1234567890123456789', '1e21', '1E+300', '1234567890.1234567890', '0', '-0.5']) {
        expect(read(text)).to.equal(JSON.parse(text));
      }
      expect(read('9007199254740993')).to.equal('9007199254740993');
      expect(read('-9007199254740993')).to.equal('-9007199254740993');
    });

    it('makes __proto__ an entry like any other, and pollutes nothing', () => {
      const value = read('{"__proto__":{"polluted":3154455148505954051},"constructor":{"prototype":{"polluted":1}},"a":3154455148505954051}') as Record<string, unknown>;
      expect(Object.keys(value)).to.deep.equal(['__proto__', 'constructor', 'a']);
      expect(Object.getPrototypeOf(value)).to.equal(Object.prototype);
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    });

    it('is refused when it is cut anywhere', () => {
      const whole = '{"a":[1,"t\\"ext",{"b":3154455148505954051}],"c":null}';
      for (let end = 0; end < whole.length; end++) expect(() => readWhole(whole.slice(0, end)), whole.slice(0, end)).to.throw(SyntaxError);
    });

    it('is refused when it is no JSON', () => {
      for (const text of ['<html>', "{'a':1}", '{a:1}', '[1,]', 'NaN', '3154455148505954051 3154455148505954051', '{"a":1}{', '"a\nb"', '"\\x"']) expect(() => readWhole(text), text).to.throw(SyntaxError);
    });
  });
}

describe('an answer whose order counts', () => {
  const keysOf = (text: string): string[] => [...((parseOrdered(text) as { result: Map<string, unknown> }).result).keys()];

  it('is a Map in the order of the wire, whatever its keys look like', () => {
    const key = fc.oneof(fc.nat().map(String), digits, fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '#', '', '2', '10', '1'));
    fc.assert(fc.property(fc.uniqueArray(fc.tuple(key, anyJson), { selector: ([one]) => one }), (entries) => {
      const result = `{${entries.map(([one, value]) => `${JSON.stringify(one)}: ${JSON.stringify(value)}`).join(',')}}`;
      const { result: map, metadata } = parseOrdered(`{"result":${result},"metadata":{"status":200,"7":1}}`) as { result: Map<string, unknown>; metadata: object };
      expect([...map.keys()]).to.deep.equal(entries.map(([one]) => one));
      expect(JSON.stringify([...map.values()])).to.equal(JSON.stringify(entries.map(([, value]) => value)));
      expect(metadata).to.deep.equal({ status: 200, 7: 1 });
    }));
  });

  it('keeps a ranking of IDs, the long ones to the last digit', () => {
    expect(keysOf('{"metadata":{},"result":{"3154455148505954051":9,"12":5,"9":4,"3154455148505954052":1}}')).to.deep.equal(['3154455148505954051', '12', '9', '3154455148505954052']);
  });

  it('is itself the Map when there is no envelope', () => {
    expect([...(parseOrdered('{"10":1,"9":2}') as Map<string, unknown>)]).to.deep.equal([['10', 1], ['9', 2]]);
  });

  it('is what it is when it is no object', () => {
    expect((parseOrdered('{"metadata":{},"result":[1,"a"]}') as { result: unknown }).result).to.deep.equal([1, 'a']);
    expect((parseOrdered('{"metadata":{"status":404}}') as { result: unknown }).result).to.equal(undefined);
    expect(parseOrdered('[1]')).to.deep.equal([1]);
  });
});
