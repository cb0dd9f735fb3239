import type { FieldSpec, Kind } from './endpoint.ts';

/** What the kinds of `field.ts` take, in words: apart from them, because the starter refuses without a word. */
const words: Readonly<Record<string, string>> = {
  flag: 'true, false, 1 or 0',
  integer: 'a whole number',
  number: 'a finite number',
  id: 'a non-negative ID: digits as text, a bigint or a safe integer',
  language: 'a code of two letters',
  country: 'a code of two letters',
};

/** What a field takes, in words. */
export function allowedValues(spec: FieldSpec, kind: Kind): string {
  if (spec.oneOf) return `one of ${spec.oneOf.join(', ')}`;
  return (kind.allowed ?? words[spec.kind] ?? 'text without control characters and lone surrogates') + (spec.min === undefined ? '' : `, at least ${spec.min}`) + (spec.max === undefined ? '' : `, at most ${spec.max}`);
}
