import { expect } from 'chai';
import fc from 'fast-check';
import { decodeCall } from '../../src/contract/decode.ts';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { fieldSpec } from '../../src/contract/field.ts';
import { areas, locate } from '../fixtures/contract/areas.ts';
import { refusalOf } from '../fixtures/contract/refusal.ts';

const baseUrl = 'https://api.example.com/v3.1/741';
const utf16 = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});
const nasty = fc.constantFrom(
  '',
  '.',
  '..',
  '...',
  '/',
  '\\',
  '//',
  '/..',
  '../..',
  '%2e',
  '%2E%2e',
  '%2f',
  '?',
  '#',
  ';',
  '&',
  '=',
  '+',
  ' ',
  '\t',
  '\r\n',
  '\u0000',
  '\u0085',
  '\ud83d',
  '🎬',
  '\ufeff',
  '\u2028',
  '\u202e',
  'a@b:c',
  '%',
  '%zz',
);
const anyText = fc.oneof(
  utf16,
  fc.string({ unit: 'binary' }),
  nasty,
  fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join('')),
);

/** Whether a text may be sent, written differently than in the contract. */
function sound(text: string): boolean {
  for (const unit of text) if (unit < ' ' || (unit >= '\u007f' && unit <= '\u009f')) return false;
  try {
    return encodeURIComponent(text).length >= 0;
  } catch {
    return false; // URIError: a lone surrogate
  }
}

/** Every path field, as endpoint, field and kind. */
const routes = areas.flatMap((area) =>
  Object.entries(area.rows).flatMap(([name, row]) =>
    Object.entries(row.path ?? {}).map(([key, field]) => ({
      id: `${area.name}/${name}`,
      key,
      kind: fieldSpec(field).kind,
    })),
  ),
);
const required = { streamtype: 'video', from: '2026-11-01', to: '2026-11-02' };

describe('a hostile text', () => {
  it('never changes the segments of a path: the call is refused instead', () => {
    const texts = routes.filter(({ kind }) => kind === 'text' || kind === 'streamtype');
    expect(texts.length).to.be.greaterThan(15);
    fc.assert(
      fc.property(fc.constantFrom(...texts), anyText, ({ id, key }, text) => {
        const call = (): URL =>
          new URL(
            baseUrl +
              encodeCall(...locate(id), {
                ...(id.startsWith('statistics') && required),
                [key]: text,
              }).path,
          );
        if (!sound(text) || ['', '.', '..'].includes(text)) {
          return void expect(refusalOf(call).field).to.equal(key);
        }
        const url = call();
        expect([url.origin, url.search, url.hash]).to.deep.equal([
          'https://api.example.com',
          '',
          '',
        ]);
        expect(url.pathname.split('/').map(decodeURIComponent)).to.deep.equal([
          '',
          'v3.1',
          '741',
          ...id.split('/'),
          text,
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused with a lone surrogate at any place', () => {
    const call = (host: string) => (): unknown => encodeCall(...locate('session/login'), { host });
    for (const beside of [
      '',
      'a',
      '\ud7ff',
      '\ue000',
      '\ufbff',
      '\ufc00',
      '\ufeff',
      '\uffff',
      '🎬',
    ]) {
      for (const lone of [
        `\ud83d${beside}`,
        `${beside}\udfac`,
        `a${beside}\udfac${beside}`,
        `🎬\ud83d${beside}`,
      ]) {
        expect(refusalOf(call(lone)).field, JSON.stringify(lone)).to.equal('host');
      }
      expect(call(`🎬${beside}`), JSON.stringify(beside)).not.to.throw();
    }
  });

  it('is unchanged after encoding and decoding of query and body', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const call = (id: string, field: string): ReturnType<typeof encodeCall> =>
          encodeCall(...locate(id), { [field]: text });
        if (!sound(text)) {
          return void expect(refusalOf(() => call('session/login', 'host')).field).to.equal('host');
        }
        expect([...new URLSearchParams(call('session/login', 'host').body)]).to.deep.equal([
          ['host', text],
        ]);
        expect([
          ...new URL(`${baseUrl}/x?${call('session/generatedirectoryloginurl', 'host').query}`)
            .searchParams,
        ]).to.deep.equal([['host', text]]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is unchanged as name or value of an additional parameter', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, anyText, { maxKeys: 3 }), (extra) => {
        const call = (): string => encodeCall(...locate('allmedia/latest'), { extra }).query;
        const names = Object.keys(extra);
        if (names.includes('') || ![...names, ...Object.values(extra)].every(sound)) {
          return void expect(refusalOf(call).field).to.equal('extra');
        }
        expect([...new URLSearchParams(call())]).to.deep.equal(Object.entries(extra));
      }),
    );
  });
});

describe('an ID', () => {
  const anyId = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const ids = routes.filter(({ kind }) => kind === 'id');

  it('keeps every digit in a path, as text and as bigint', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), anyId, fc.boolean(), ({ id, key }, given, asText) => {
        const { path } = encodeCall(...locate(id), { [key]: asText ? String(given) : given });
        expect(path).to.equal(`/${id}/${given}`);
        expect(decodeCall(...locate(id), { [key]: path.split('/')[3] as string })[key]).to.equal(
          String(given),
        );
      }),
    );
  });

  it('keeps every digit in query, body and lists', () => {
    fc.assert(
      fc.property(fc.array(anyId, { minLength: 1 }), (given) => {
        const [first] = given as [bigint];
        expect(
          encodeCall(...locate('payment/finishtransaction'), { transactionID: String(first) })
            .query,
        ).to.equal(`transactionID=${first}`);
        expect(encodeCall(...locate('session/init'), { currentSession: first }).body).to.equal(
          `currentSession=${first}`,
        );
        expect(encodeCall(...locate('allmedia/all'), { excludeItems: given }).query).to.equal(
          `excludeItems=${given.join('%2C')}`,
        );
      }),
    );
  });

  it('is accepted as a safe integer only', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (id) => {
        expect(encodeCall(...locate('allmedia/byglobalid'), { globalid: id }).path).to.equal(
          `/allmedia/byglobalid/${id}`,
        );
      }),
    );
    expect(
      refusalOf(() => encodeCall(...locate('allmedia/byglobalid'), { globalid: 2 ** 53 })).field,
    ).to.equal('globalid');
  });
});
