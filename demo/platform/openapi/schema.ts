import type { Field, FieldSpec, KindName } from '../../../src/contract/endpoint.ts';
import { fieldSpec } from '../../../src/contract/field.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

const code = (letters: number): Schema => ({ type: 'string', pattern: `^[A-Za-z]{${letters}}$` });
/** No control characters; lone surrogates cannot be said in a pattern. */
const text: Schema = { type: 'string', pattern: '^[^\\u0000-\\u001F\\u007F-\\u009F]*$' };
/** A string, because as a JSON number an ID beyond 2^53 loses its last digits in most languages. */
const id: Schema = {
  type: 'string',
  pattern: '^[0-9]{1,20}$',
  description:
    'A decimal ID of up to 64 bits: keep it as text, a floating-point number loses its last digits.',
};
const listOf = (items: Schema): Schema => ({ type: 'array', minItems: 1, items });
const item: Schema = { type: 'string', pattern: '^[^,\\u0000-\\u001F\\u007F-\\u009F]+$' };

/** Each kind of field as it travels, so flags are 0 and 1 and moments are seconds. */
const schemas = {
  text,
  choice: text,
  streamtype: { ...text, examples: ['video', 'audio', 'live', 'playlist', 'series', 'allmedia'] },
  flag: { type: 'integer', enum: [0, 1] },
  integer: { type: 'integer' },
  number: { type: 'number' },
  id,
  amount: {
    type: 'integer',
    format: 'int64',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "In the currency's subunit (cents).",
  },
  language: { ...code(2), examples: ['de'] },
  country: { ...code(2), examples: ['DE'] },
  currency: { ...code(3), examples: ['EUR'] },
  timestamp: {
    type: 'integer',
    format: 'int64',
    minimum: 0,
    maximum: 253402300799,
    description: 'Unix seconds.',
  },
  day: { type: 'string', format: 'date' },
  timezone: { ...text, examples: ['Europe/Berlin'] },
  list: listOf(item),
  streamtypes: listOf(item),
  ids: listOf(id),
  record: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
} satisfies Record<KindName, Schema>;

/** What a field takes, as a schema. */
export function schemaOf(field: Field): Schema {
  const spec = fieldSpec(field);
  const { min, max, secret, default: fallback } = spec;
  return {
    ...valueSchema(spec),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(fallback !== undefined && { default: fallback }),
    ...(secret && { format: 'password' }),
  };
}

function valueSchema({ oneOf, known, kind }: FieldSpec): Schema {
  if (oneOf) return { type: typeof oneOf[0] === 'number' ? 'integer' : 'string', enum: oneOf };
  // The known values are suggested, any other text passes.
  if (known) return { anyOf: [{ type: 'string', enum: known }, schemas[kind]] };
  return schemas[kind];
}
