import fc from 'fast-check';
import type { Area, FieldSpec, KindName, Row, Rule } from '../../src/contract/endpoint.ts';
import { fieldSpec } from '../../src/contract/field.ts';

/** A value as a caller gives it, and as it is read back from the wire. */
export interface Pair {
  readonly given: unknown;
  readonly read: unknown;
}
const same = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Pair> =>
  arbitrary.map((given) => ({ given, read: given }));

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((given) => given !== '.' && given !== '..' && !/\p{Cc}/u.test(given));
const item = text.filter((given) => !given.includes(','));
const id = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const listOf = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<Pair> =>
  fc.array(one, { minLength: 1, maxLength: 4 }).chain((items) => {
    const read = items.join(',');
    return fc.constantFrom<Pair>({ given: items, read }, { given: read, read });
  });
const letters = (length: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'X', 'Y', 'Z'),
    minLength: length,
    maxLength: length,
  });
const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const kinds: Readonly<
  Record<Exclude<KindName, 'record'>, (spec: FieldSpec) => fc.Arbitrary<Pair>>
> = {
  text: () => same(text),
  streamtype: () => same(text),
  flag: () =>
    fc.constantFrom(
      { given: true, read: true },
      { given: 1, read: true },
      { given: false, read: false },
      { given: 0, read: false },
    ),
  integer: ({ min, max }) => same(fc.integer({ min: min ?? -100, max: max ?? 2 ** 31 - 1 })),
  number: ({ min, max }) =>
    same(
      fc.double({ min: min ?? -1e300, max: max ?? 1e300, noNaN: true }).map((value) => value + 0),
    ), // -0 is read back as 0
  id: () =>
    id.chain((given) =>
      fc.constantFrom(
        { given, read: String(given) },
        { given: String(given), read: String(given) },
      ),
    ),
  amount: () => same(fc.maxSafeNat()),
  language: () => same(letters(2)),
  country: () => same(letters(2)),
  currency: () => same(letters(3)),
  timestamp: () =>
    fc
      .integer({ min: 0, max: 4_000_000_000 })
      .chain((read) =>
        fc.constantFrom<Pair>({ given: read, read }, { given: new Date(read * 1000 + 999), read }),
      ),
  day: () => same(days),
  timezone: () =>
    same(fc.constantFrom('UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Asia/Kathmandu')),
  list: () => listOf(item),
  streamtypes: () => listOf(item),
  ids: () => listOf(id),
};

/** Any values that an endpoint takes, but for `extra`, whose names no endpoint knows. */
export function anyValues(area: Area, row: Row): fc.Arbitrary<Record<string, Pair>> {
  const fields = { ...row.path, ...row.query, ...row.body, ...(row.standard && area.standard) };
  const model: Record<string, fc.Arbitrary<Pair>> = {};
  const requiredKeys: string[] = [];
  for (const [key, field] of Object.entries(fields)) {
    const spec = fieldSpec(field);
    if (spec.kind === 'record') continue;
    model[key] = spec.oneOf ? same(fc.constantFrom(...spec.oneOf)) : kinds[spec.kind](spec);
    if (spec.required || (row.path && key in row.path && key !== 'argument')) {
      requiredKeys.push(key);
    }
  }
  const rules = [...(row.rules ?? []), ...((row.standard && area.rules) || [])];
  return fc.record(model, { requiredKeys }).map((values) => rules.reduce(obey, values));
}

/** Drops, adds or swaps what a rule over several fields asks for. */
function obey(values: Readonly<Record<string, Pair>>, rule: Rule): Record<string, Pair> {
  const kept: Record<string, Pair> = { ...values };
  const drop = (key: string): void => void delete kept[key];
  if ('exactlyOne' in rule) {
    const [chosen = rule.exactlyOne[0] as string] = rule.exactlyOne.filter((key) => key in values);
    rule.exactlyOne.forEach(drop);
    kept[chosen] = values[chosen] ?? { given: 'A', read: 'A' };
  } else if ('inOrder' in rule) {
    const days = rule.inOrder
      .map((key) => values[key] as Pair)
      .toSorted((a, b) => (String(a.read) < String(b.read) ? -1 : 1));
    rule.inOrder.forEach((key, index) => (kept[key] = days[index] as Pair));
  } else if (
    rule.never !== undefined
      ? values[rule.when]?.given === rule.never
      : values[rule.when]?.given !== rule.only
  ) {
    drop(rule.field);
  }
  return kept;
}
