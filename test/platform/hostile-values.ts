import { fieldSpec } from '../../src/contract/field.ts';
import type { Area, FieldSpec, KindName, Row } from '../../src/contract/endpoint.ts';

/** A text that each kind takes. */
const good: Readonly<Record<KindName, string>> = {
  text: 'x',
  flag: '1',
  integer: '1',
  number: '1',
  id: '1',
  amount: '1',
  language: 'de',
  country: 'DE',
  currency: 'EUR',
  timestamp: '1790000000',
  day: '2026-11-20',
  timezone: 'Europe/Berlin',
  streamtype: 'video',
  list: 'title',
  streamtypes: 'video',
  ids: '1',
  record: '',
};

const noNumber = [
  '',
  ' ',
  'x',
  'NaN',
  'Infinity',
  '1e309',
  '-1e309',
  '0x10',
  '1,5',
  '١',
  '1; drop table items',
  'null',
  '[]',
  '{}',
];
const noInteger = [
  ...noNumber,
  '1.5',
  '9007199254740993',
  '9223372036854775808',
  '1'.repeat(19),
  '9'.repeat(40),
  '1e-7',
];
const noText = ['a\u0000b', 'a\nb', '\u0007', '\u0085'];
const noLetters = ['', '1', 'de\u0000', '💥', 'abcd', '--', "'d"];

/** Texts that each kind refuses, whatever else the field says. */
const refused: Readonly<Record<KindName, readonly string[]>> = {
  text: noText,
  streamtype: noText,
  flag: ['2', 'yes', '', '-1', '1.0', 'TRUE', 'null'],
  integer: noInteger,
  number: noNumber,
  id: ['', '-1', '1.5', 'x', '1e3', '1'.repeat(21), '9'.repeat(40), ' 1', '1\n', '０'],
  amount: [...noInteger, '-1', '19.99'],
  timestamp: [...noInteger, '-1', '1790000000000'],
  language: noLetters,
  country: noLetters,
  currency: ['', 'EU', '€UR', 'EURO', '123'],
  day: [
    '2026-02-30',
    '2026-13-01',
    '20261120',
    'x',
    '2026-11-20T00:00',
    '0000-00-00',
    '+12026-11-20',
    "2026-11-20' or 1=1",
  ],
  timezone: ['Mars/Olympus', '../etc/passwd', "UTC'", 'UTC;'],
  list: ['', 'a,,b', ',', 'a,\u0000'],
  streamtypes: ['', 'video,', ',video', 'video,\u0000'],
  ids: ['', 'x', '1,', '1,-1', '1;2', '1.5', '9'.repeat(40)],
  record: [],
};

/**
 * Percent escapes as they stand in an address: what no page sends by accident. Some kinds take some
 * of them, and then it must do no harm.
 */
export const odd: readonly string[] = [
  '%00',
  '%FF',
  '%C3%28',
  '%C0%AF',
  '%ED%A0%80',
  '%',
  '%zz',
  '%F0%9F%92%A5',
  '%E2%80%AE',
  '%0D%0A',
  '%27%20or%201=1%20--',
  '%27%3B%20drop%20table%20items%3B%20--',
  '%22',
  '%5C',
  '%5C%27',
  '$1',
  '%24%24',
  '%3F',
  '?',
  '%25',
  '_',
  '..',
  '..%2F..%2Fetc%2Fpasswd',
  '%2F',
  '%2e%2e',
  '.',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '%7B%7D',
  '%5B%5D',
  'null',
  'undefined',
  'true',
  'NaN',
  '-0',
  '-1',
  '0',
  '1e309',
  '1.5',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '1111111111111111111',
  '9'.repeat(40),
  'a'.repeat(10_000),
  '%F0%9F%92%A5'.repeat(800),
  '(',
  '%26%7C!',
  ':*',
  '%3C-%3E',
  '%3Cscript%3E',
  '%7B%7B7*7%7D%7D',
  '+',
  '%20',
];

/** Bodies that are not what a form or an object of texts is, by content type. */
export const oddBodies: readonly (readonly [type: string, body: string])[] = [
  ...[
    '',
    '[]',
    '"text"',
    '1',
    'null',
    'true',
    '{',
    '{"a":}',
    '\u0000',
    '{"a":1}}',
    '['.repeat(100_000),
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  ].map((body) => ['application/json', body] as const),
  ['application/json', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['application/json', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
  ['application/x-www-form-urlencoded', '&&&===&%'],
  ['application/x-www-form-urlencoded', '__proto__=1&__proto__[polluted]=1&constructor=1'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
  ['text/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
];

/** What a field may hold in JSON that is no text: each takes the place of the field's value. */
export const oddJson: readonly string[] = [
  'null',
  'true',
  'false',
  '1e309',
  '-1',
  '9223372036854775808',
  '1.5',
  '[]',
  '{}',
  '[1,[2,[3]]]',
  '{"a":{"b":"c"}}',
  '["x","x"]',
  '{"__proto__":1}',
  '"\\ud800"',
  '"\\u0000"',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
];

export const kindOf = (spec: FieldSpec): string =>
  spec.oneOf ? String(spec.oneOf[0]) : good[spec.kind];

/**
 * Texts that a field must refuse: those of its kind, what is not in its enumeration, and what is
 * beyond its bounds.
 */
export function refusedBy(spec: FieldSpec): string[] {
  const enumerated = spec.oneOf
    ? ['nonsense', `${spec.oneOf[0]} `, `${spec.oneOf[0]},${spec.oneOf[0]}`, '__proto__']
    : [];
  const bounds = [
    ...(spec.min === undefined ? [] : [String(spec.min - 1)]),
    ...(spec.max === undefined ? [] : [String(spec.max + 1)]),
  ];
  return [...refused[spec.kind], ...enumerated, ...bounds, ...(spec.required ? [''] : [])];
}

/** All fields that a row takes, in path, query and body, its own and the shared ones. */
export function fieldsOf(area: Area, row: Row): [string, FieldSpec][] {
  const fields = { ...row.path, ...row.query, ...row.body, ...(row.standard && area.standard) };
  return Object.entries(fields)
    .filter(([name]) => name !== 'extra')
    .map(([name, field]) => [name, fieldSpec(field)]);
}

/** What a call needs so that only the field in question decides. */
export function requiredTexts(area: Area, row: Row): Record<string, string> {
  const needed = fieldsOf(area, row).filter(
    ([name, spec]) => spec.required || (name in (row.path ?? {}) && name !== 'argument'),
  );
  const exactlyOne =
    row.rules?.flatMap((rule) => ('exactlyOne' in rule ? rule.exactlyOne.slice(0, 1) : [])) ?? [];
  return Object.fromEntries([
    ...needed.map(([name, spec]) => [name, kindOf(spec)]),
    ...exactlyOne.map((name) => [name, 'x']),
  ]);
}
