import type { FieldSpec, Kind } from './endpoint.ts';

/** Descriptions of the allowed values, for the kinds of `field.ts`. */
const kindDescriptions: Readonly<Record<string, string>> = {
  flag: 'true, false, 1 or 0',
  number: 'a finite number',
  id: 'an ID: digits as text, a bigint or a safe integer',
  language: 'two letters',
  country: 'two letters',
};

/** Describes a field's allowed values. */
export function allowedValues({ oneOf, min, max, ...spec }: FieldSpec, kind: Kind): string {
  if (oneOf) return `one of ${oneOf.join(', ')}`;
  const range = min === undefined ? '' : ` from ${min} to ${max ?? 'any'}`;
  return (
    (kind.allowed ??
      kindDescriptions[spec.kind] ??
      'text without control characters and lone surrogates') + range
  );
}
