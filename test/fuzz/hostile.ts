import fc from 'fast-check';

/** Texts that break readers: names of prototypes, quotes of SQL, separators, numbers at a limit. */
const known = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '%27',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  '../../etc/passwd',
  '..',
  '9007199254740993',
  '18446744073709551616',
  '99999999999999999999999',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '<script>alert(1)</script>',
  '{"a":1}',
  '[',
  ',,,',
  'x'.repeat(10_000),
  '1'.repeat(400),
);

/** Any text that somebody may send. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: known },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

/** Any value of JSON, with the names that prototypes have among its members. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, false, 0, -0, 1, -1, 1e308, 2 ** 53, '', [], {}),
    hostileText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(hostileText, fc.string({ maxLength: 8 })), tie('value')), {
        maxLength: 5,
      })
      .map((members) => JSON.parse(`{${members.map(memberText).join(',')}}`) as unknown),
  ),
})).value;

/** As text, so that `__proto__` is a member and not a prototype. */
const memberText = ([name, value]: readonly [string, unknown]): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}`;

/** An object with some of these members, each with any value, and others. */
export const hostileObject = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc.tuple(
        fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, hostileText),
        hostileJson,
      ),
      { maxLength: names.length + 2 },
    )
    .map((members) => JSON.parse(`{${members.map(memberText).join(',')}}`) as unknown);

/** Fails when a value from outside has changed what all objects share. */
export function expectCleanPrototype(): void {
  const added = Object.keys(Object.prototype);
  if (added.length > 0) throw new Error(`Object.prototype has ${added.join(', ')} now`);
}

/** A lone surrogate cannot be sent: the replacement character is sent in its place. */
export const wellFormed = (text: string): string =>
  new TextDecoder().decode(new TextEncoder().encode(text));
