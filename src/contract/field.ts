import type { FieldSpec, Field, Kind } from './endpoint.ts';

/** Control characters and surrogates that stand alone: no address or form can carry them safely. */
const unsafe = /[\p{Cc}\p{Cs}]/u;

export const text: Kind = {
  encode: (value) => (typeof value === 'string' && !unsafe.test(value) ? value : undefined),
};

export const flag: Kind = {
  encode: (value) => (value === true || value === 1 ? '1' : value === false || value === 0 ? '0' : undefined),
};

export const integer: Kind = {
  encode: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
};

export const number: Kind = {
  encode: (value) => (Number.isFinite(value) ? String(value) : undefined),
};

/** IDs may be longer than a JavaScript number holds: text and bigint keep every digit. */
export const id: Kind = {
  encode(value) {
    const digits = typeof value === 'number' ? integer.encode(value, {}) : typeof value === 'bigint' ? String(value) : value;
    return typeof digits === 'string' && /^\d{1,20}$/.test(digits) ? digits : undefined;
  },
};

export const twoLetters: Kind = {
  encode: (value) => (typeof value === 'string' && /^[a-z]{2}$/i.test(value) ? value : undefined),
};

/** A field as its full form. */
export function fieldSpec(field: Field): FieldSpec {
  return typeof field === 'string' ? { kind: field } : field;
}

/** A value as its text on the wire; `undefined` when kind, enumeration or range refuse it. */
export function encodeField(spec: FieldSpec, kind: Kind, value: unknown, values: Readonly<Record<string, unknown>>): string | undefined {
  const wire = kind.encode(value, values);
  if (wire === undefined || (spec.oneOf && !spec.oneOf.some((one) => String(one) === wire))) return undefined;
  return Number(wire) < spec.min! || Number(wire) > spec.max! ? undefined : wire;
}
