import fc from 'fast-check';

/** A text of JSON, and what somebody meant who wrote it. */
export interface Written {
  readonly text: string;
  readonly value: unknown;
}

/** An object's members in the order of the text, a name perhaps twice. */
export interface WrittenObject {
  readonly text: string;
  readonly members: readonly (readonly [key: string, value: unknown])[];
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 });
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * Any unit of UTF-16, lone surrogates included, as itself where it may stand so, or escaped in one
 * of its ways.
 */
const unit = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...'0019":,-{}[]\\/#e.\n\b\u2028'.split('')),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    ),
    fc.constantFrom('itself', 'short', 'hex', 'HEX'),
  )
  .map(([value, way]): readonly [text: string, value: string] => {
    const hex = value.charCodeAt(0).toString(16).padStart(4, '0');
    const escaped =
      shortEscapes[value] && way === 'short'
        ? shortEscapes[value]
        : `\\u${way === 'HEX' ? hex.toUpperCase() : hex}`;
    return [way === 'itself' && value >= ' ' && !'"\\'.includes(value) ? value : escaped, value];
  });
const written = (
  units: readonly (readonly [string, string])[],
): { text: string; value: string } => ({
  text: `"${units.map(([text]) => text).join('')}"`,
  value: units.map(([, value]) => value).join(''),
});

const anyText = fc.array(unit, { maxLength: 8 }).map(written);
/** A run of digits inside a text. */
const digits = fc
  .tuple(anyText, fc.bigInt({ min: 0n, max: 10n ** 22n }), anyText)
  .map(([before, run, after]) => ({
    text: `${before.text.slice(0, -1)}${run}${after.text.slice(1)}`,
    value: `${before.value}${run}${after.value}`,
  }));
const name = fc.oneof(
  anyText,
  digits,
  fc
    .constantFrom(
      '__proto__',
      'constructor',
      'toString',
      '',
      '10',
      '9',
      '1',
      '-1',
      '01',
      '4294967295',
    )
    .map((value) => ({ text: JSON.stringify(value), value })),
);

const integer = fc
  .oneof(fc.maxSafeInteger(), fc.constantFrom(0, 2 ** 53 - 1, 1 - 2 ** 53))
  .map((value) => ({ text: String(value), value: Number(String(value)) }));
const longInteger = fc
  .tuple(fc.bigInt({ min: 2n ** 53n, max: 10n ** 24n }), fc.boolean())
  .map(([size, negative]) => (negative ? `-${size}` : `${size}`))
  .map((text) => ({ text, value: text }));
const fraction = fc
  .tuple(
    fc.constantFrom('0', '-0', '7', '-12', '1234567890123456789'),
    fc.constantFrom('.0', '.5', '.1234567890123456789', ''),
    fc.constantFrom('e0', 'E+2', 'e-20', 'e5'),
  )
  .map((parts) => parts.join(''))
  .map((text) => ({ text, value: Number(text) }));
const word = fc
  .constantFrom(true, false, null, '')
  .map((value) => ({ text: JSON.stringify(value), value }));

const list = (item: fc.Arbitrary<Written>): fc.Arbitrary<Written> =>
  fc.array(fc.tuple(space, item, space), { maxLength: 5 }).map((items) => ({
    text: `[${items.map(([before, { text }, after]) => before + text + after).join(',')}]`,
    value: items.map(([, { value }]) => value),
  }));

const membersOf = (item: fc.Arbitrary<Written>, maxLength: number): fc.Arbitrary<WrittenObject> =>
  fc
    .tuple(space, fc.array(fc.tuple(space, name, space, space, item, space), { maxLength }))
    .map(([empty, members]) => ({
      text: `{${empty}${members.map(([before, key, beforeColon, afterColon, { text }, after]) => `${before}${key.text}${beforeColon}:${afterColon}${text}${after}`).join(',')}}`,
      members: members.map(([, key, , , { value }]) => [key.value, value]),
    }));

const { value: anyValue } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(anyText, digits, integer, longInteger, fraction, word),
    list(tie('value')),
    // Own members, as JSON.parse makes them: of two with one name the last value, at the place of
    // the first.
    membersOf(tie('value'), 5).map(({ text, members }) => ({
      text,
      value: Object.fromEntries(members),
    })),
  ),
}));

/** Any JSON text. */
export const writtenValue: fc.Arbitrary<Written> = fc
  .tuple(space, anyValue, space)
  .map(([before, { text, value }, after]) => ({ text: before + text + after, value }));
/** A long object, as the result of statistics is one. */
export const writtenObject: fc.Arbitrary<WrittenObject> = membersOf(anyValue, 20);

/**
 * All that can be told of a value, as text: kinds, prototypes, the order of members, the sign of 0,
 * units of texts.
 */
export function told(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(told).join()}]`;
  if (value instanceof Map) {
    return `Map(${[...value].map((pair) => pair.map(told).join()).join(';')})`;
  }
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
  const members = Reflect.ownKeys(value).map(
    (key) => `${JSON.stringify(key)}:${told(Object.getOwnPropertyDescriptor(value, key)?.value)}`,
  );
  return `${Object.getPrototypeOf(value) === Object.prototype ? '' : 'foreign'}{${members.join()}}`;
}
