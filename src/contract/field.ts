import type { Area, Field, FieldSpec, Kind } from './endpoint.ts';

const control = /\p{Cc}/u;
/** Without the flag `u`: with it, WebKit mistakes other characters for halves of a pair. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?:[^\ud800-\udbff]|^)[\udc00-\udfff]/;

/**
 * Text without control characters and lone surrogates. No address or form can carry those safely.
 */
export const text: Kind = {
  allowed: 'text without control characters and lone surrogates',
  encode: (value) =>
    typeof value === 'string' && !control.test(value) && !loneSurrogate.test(value)
      ? value
      : undefined,
};

const twoLetters: Kind = {
  allowed: 'two letters',
  encode: (value) => (typeof value === 'string' && /^[a-z]{2}$/i.test(value) ? value : undefined),
};

/** IDs may exceed the range of a JavaScript number: text and bigint keep every digit. */
export const id: Kind = {
  allowed: 'an ID: digits as text, a bigint or a safe integer',
  encode: (value) =>
    (typeof value === 'string' || typeof value === 'bigint' || Number.isSafeInteger(value)) &&
    /^\d{1,20}$/.test(String(value))
      ? String(value)
      : undefined,
};

/** The kinds of field on every page. Areas add their own. */
export const baseKinds: Area['kinds'] = {
  text,
  id,
  streamtype: text,
  language: twoLetters,
  country: twoLetters,
  flag: {
    allowed: 'true, false, 1 or 0',
    encode: (value) => {
      if (isSet(value)) return '1';
      return value === false || value === 0 ? '0' : undefined;
    },
  },
  number: {
    allowed: 'a finite number',
    encode: (value) => (Number.isFinite(value) ? String(value) : undefined),
  },
};

/** Whether the value of a flag is true. */
export const isSet = (value: unknown): boolean => value === true || value === 1;

/** Returns the full form of a field. */
export function fieldSpec(field: Field): FieldSpec {
  return typeof field === 'string' ? { kind: field } : field;
}
