import type { FieldSpec, Kind } from './endpoint.ts';

/**
 * What the kinds of `field.ts` take, in words: apart from them, because the starter refuses without
 * a word.
 */
const kindDescriptions: Readonly<Record<string, string>> = {
  flag: 'true, false, 1 or 0',
  number: 'a finite number',
  id: 'an ID: digits as text, a bigint or a safe integer',
  language: 'two letters',
  country: 'two letters',
};

/** What a field takes, in words. */
export function allowedValues({ oneOf, min, max, ...spec }: FieldSpec, kind: Kind): string {
  if (oneOf) return `one of ${oneOf.join(', ')}`;
  const range = min === undefined ? '' : ` from ${min} to ${max ?? 'any'}`;
  return (
    (kind.allowed ??
      kindDescriptions[spec.kind] ??
      'text without control characters and lone surrogates') + range
  );
}
