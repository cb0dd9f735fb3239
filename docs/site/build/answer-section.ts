import {
  answerFields,
  follow,
  kindOfAnswer,
  type AnswerField,
  type AnswerSchema,
  type SharedSchemas,
} from './answer-fields.ts';

/** What an endpoint answers with, as its page shows it. */
export interface EndpointAnswer {
  readonly schema: AnswerSchema;
  readonly shared: SharedSchemas;
  readonly example: { readonly result: unknown };
}

/** A longer table or example is folded. */
const maxRows = 15;
const maxLines = 30;

/** The part of a page that shows the answer: its fields, and an example. */
export function answerSection(answer: EndpointAnswer): string {
  const { schema, shared, example } = answer;
  const fields = answerFields(schema, shared);
  const json = JSON.stringify(example, null, 2);
  const block = `\`\`\`json\n${json}\n\`\`\``;
  return [
    `\`result\` is ${sentenceOf(schema, shared)}`,
    fields.length > 0 &&
      folded(`All ${fields.length} fields`, table(fields), fields.length > maxRows),
    exampleText(example.result),
    folded('The whole answer', block, json.split('\n').length > maxLines),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function sentenceOf(given: AnswerSchema, shared: SharedSchemas): string {
  const schema = follow(given, shared);
  if (schema.items) return 'a list. In the table, `[]` is an entry. Entries may have more fields.';
  if (!schema.additionalProperties) return 'an object. More fields may be there.';
  const kind = kindOfAnswer(schema.additionalProperties, shared);
  return `an object: each key is ${keyOf(schema)}, each value ${article(kind)} ${kind}.`;
}

function keyOf({ propertyNames }: AnswerSchema): string {
  if (propertyNames?.pattern) return 'a day (`YYYY-MM-DD`)';
  const keys = propertyNames?.enum;
  if (keys) return `a number from ${keys[0]} to ${keys.at(-1)}`;
  return 'a name or an ID';
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? 'an' : 'a');

function exampleText(result: unknown): string {
  const start = 'An answer of the reference platform, with fixed IDs and tokens.';
  if (typeof result !== 'object' || result === null) return start;
  if (Object.keys(result).length === 0) return `${start} It has no data of this kind.`;
  return `${start} Long lists are cut.`;
}

const folded = (title: string, text: string, isLong: boolean): string =>
  isLong ? `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>` : text;

function table(fields: readonly AnswerField[]): string {
  const rows = fields.map(
    ({ name, kind, meaning }) => `| \`${name}\`<br>${kind} | ${cell(meaning)} |`,
  );
  const text = `| field | meaning |\n| --- | --- |\n${rows.join('\n')}`;
  return `<div class="answer-fields">\n\n${text}\n\n</div>`;
}

/** A text in a table of Markdown. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
