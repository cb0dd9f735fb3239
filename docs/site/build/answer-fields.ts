/** The members of a JSON Schema that answers have. */
export interface AnswerSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly string[];
  readonly items?: AnswerSchema;
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly additionalProperties?: AnswerSchema;
  readonly propertyNames?: { readonly pattern?: string; readonly enum?: readonly string[] };
}

/** A field of an answer, as its page shows it. */
export interface AnswerField {
  /** As `general.offers[].amount`. */
  readonly name: string;
  readonly kind: string;
  readonly meaning: string;
}

export type SharedSchemas = Readonly<Record<string, AnswerSchema>>;

/** A schema with its reference followed. What is said of the field comes first. */
export function follow(schema: AnswerSchema, shared: SharedSchemas): AnswerSchema {
  if (!schema.$ref) return schema;
  const { $ref, ...rest } = schema;
  return { ...shared[$ref.split('/').at(-1)!], ...rest };
}

const isFlag = ({ enum: values = [] }: AnswerSchema): boolean => values.includes(true);

const words: Readonly<Record<string, string>> = { string: 'text', number: 'number' };

/** What a value is, in one or two words. */
export function kindOfAnswer(given: AnswerSchema, shared: SharedSchemas): string {
  const schema = follow(given, shared);
  if (isFlag(schema)) return 'flag';
  if (Array.isArray(schema.type)) {
    return schema.type.map((each) => words[each] ?? each).join(' or ');
  }
  if (schema.type === 'array') return `list of ${kindOfAnswer(schema.items ?? {}, shared)}s`;
  if (typeof schema.type === 'string') return words[schema.type] ?? schema.type;
  return 'any value';
}

/** The fields of an object, of the objects in it, and of the entries of its lists. */
export function answerFields(
  given: AnswerSchema,
  shared: SharedSchemas,
  prefix = '',
): AnswerField[] {
  const schema = follow(given, shared);
  if (schema.items) return answerFields(schema.items, shared, `${prefix}[]`);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [fieldOf(path, member, shared), ...answerFields(member, shared, path)];
  });
  if (!schema.additionalProperties) return members;
  const entry = follow(schema.additionalProperties, shared);
  return [...members, ...answerFields(entry, shared, prefix === '' ? '…' : `${prefix}.…`)];
}

function fieldOf(name: string, member: AnswerSchema, shared: SharedSchemas): AnswerField {
  const { description = '', examples } = follow(member, shared);
  // The comment of a flag that has none of its own is the same for all: the page says it once.
  const meaning = isFlag(follow(member, shared)) ? (member.description ?? '') : description;
  const known = examples?.slice(0, 4).map((each) => `\`${each}\``) ?? [];
  return {
    name,
    kind: kindOfAnswer(member, shared),
    meaning: [meaning, known.length > 0 && `For example ${known.join(', ')}.`]
      .filter(Boolean)
      .join(' '),
  };
}
