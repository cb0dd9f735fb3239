/** The members of a JSON Schema that fields of the interface have. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly examples?: readonly string[];
  readonly description?: string;
}

/** The longest range that JavaScript counts exactly, and the last second of the year 9999. */
const unlimited = [Number.MAX_SAFE_INTEGER, 253402300799];

const letters: Readonly<Record<string, string>> = { 2: 'two-letter code', 3: 'three-letter code' };

/** What a field is, in one or two words. */
export function kindOf(schema: FieldSchema): string {
  if (schema.anyOf) return kindOf(schema.anyOf.at(-1)!);
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}s`;
  if (schema.enum?.length === 2 && schema.enum.every((each) => each === 0 || each === 1)) {
    return 'flag';
  }
  if (schema.enum) return 'choice';
  if (schema.format === 'date') return 'day';
  if (schema.type === 'object') return 'record';
  if (schema.maximum === unlimited[1]) return 'timestamp';
  if (schema.pattern?.startsWith('^[0-9]')) return 'ID';
  const count = /^\^\[A-Za-z\]\{(\d)\}\$$/.exec(schema.pattern ?? '')?.[1];
  return (count && letters[count]) || (schema.type === 'string' ? 'text' : (schema.type ?? 'text'));
}

/** What a field takes beyond its kind, in short sentences. */
export function allowedOf(schema: FieldSchema): string {
  const code = (values: readonly unknown[]): string =>
    values.map((each) => `\`${String(each)}\``).join(', ');
  const kind = kindOf(schema);
  const suggested = suggestionsOf(schema) ?? [];
  return [
    schema.enum && `One of ${code(schema.enum)}.`,
    suggested.length > 0 && `For example ${code(suggested)}.`,
    rangeOf(schema),
    kind === 'day' && '`YYYY-MM-DD`.',
    kind === 'timestamp' && 'Unix seconds.',
    schema.type === 'array' && 'A comma between two entries.',
    schema.default !== undefined && `Default: ${code([schema.default])}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function rangeOf({ minimum, maximum }: FieldSchema): string {
  const upper = maximum !== undefined && !unlimited.includes(maximum) ? maximum : undefined;
  if (minimum === undefined) return upper === undefined ? '' : `${upper} or less.`;
  return upper === undefined ? `${minimum} or more.` : `${minimum} to ${upper}.`;
}

/** Values of a field that are known, where others are taken too. */
export function suggestionsOf(schema: FieldSchema): readonly string[] | undefined {
  return schema.anyOf?.find((each) => each.enum)?.enum?.map(String) ?? schema.examples;
}
