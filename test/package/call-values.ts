import { format, resolveConfig } from 'prettier';
import { callText } from '../../src/contract/descriptions/endpoints.ts';
import { fieldText } from '../../src/contract/descriptions/fields.ts';
import { ruleText } from '../../src/contract/descriptions/rules.ts';
import type { Area, Field, Fields, FieldSpec, KindName, Row } from '../../src/contract/endpoint.ts';
import { fieldSpec } from '../../src/contract/field.ts';

/** The types of the values of each kind of field, written out so that a hover shows them. */
const kindTypes: Readonly<Record<KindName, string>> = {
  text: 'string',
  choice: 'string | number',
  flag: 'boolean | 0 | 1',
  integer: 'number',
  number: 'number',
  id: 'number | bigint | string',
  amount: 'number',
  language: 'string',
  country: 'string',
  currency: 'string',
  timestamp: 'Date | number',
  day: 'Date | string',
  timezone: 'string',
  streamtype: 'Streamtype',
  list: 'string | readonly string[]',
  streamtypes: 'Streamtype | readonly Streamtype[]',
  ids: 'string | readonly (number | bigint | string)[]',
  record: 'Readonly<Record<string, string | number | boolean>>',
};

/** What the type of a kind does not say. */
const kindTexts: Readonly<Partial<Record<KindName, string>>> = {
  id: 'As text or bigint it keeps every digit.',
  amount: "A whole number, from 0, in the currency's subunit (cents).",
  language: 'Two letters, for example `de`.',
  country: 'Two letters, for example `DE`.',
  currency: 'Three letters, for example `EUR`.',
  timestamp: 'A `Date`, or whole unix seconds.',
  day: "`YYYY-MM-DD`, or a `Date`, read in `timezone`, else in the browser's timezone.",
  timezone: 'A name, for example `Europe/Berlin`.',
  list: 'An array, or text with commas.',
  streamtypes: 'An array, or text with commas.',
  ids: 'An array, or text with commas.',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const literal = (value: string | number): string =>
  typeof value === 'string' ? `'${value}'` : String(value);

/** The name of the interface of an endpoint's values. */
export const interfaceName = (area: string, name: string): string =>
  `${capital(area)}${capital(name)}Values`;

function typeOf({ kind, oneOf, known }: FieldSpec): string {
  if (oneOf) {
    const numbers = kind === 'choice' ? oneOf.filter((one) => /^\d+$/.test(String(one))) : [];
    return [...oneOf.map(literal), ...numbers].join(' | ');
  }
  if (!known) return kindTypes[kind];
  const word = `${known.map(literal).join(' | ')} | (string & {})`;
  return kind === 'list' ? `${word} | readonly (${word})[]` : word;
}

function rangeOf({ min, max, kind }: FieldSpec): string {
  if (min === undefined) return kind === 'integer' ? 'A whole number.' : '';
  const whole = kind === 'integer' ? 'A whole number, from' : 'From';
  return max === undefined ? `${whole} ${min}.` : `${whole} ${min} to ${max}.`;
}

function fieldDescription(id: string, name: string, spec: FieldSpec): string {
  const sentences = [
    fieldText(id, name),
    kindTexts[spec.kind],
    spec.oneOf ? '' : rangeOf(spec),
    spec.default && `Default: \`${spec.default}\`.`,
    spec.secret && 'Never shown in an error, event or report.',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** A comment with lines of at most 100 columns. */
function comment(text: string, indent: string): string {
  if (indent.length + text.length + 7 <= 100) return `${indent}/** ${text} */`;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (indent.length + line.length + word.length + 4 > 100) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}

function members(id: string, fields: Fields, isRequired: (name: string) => boolean): string[] {
  return Object.entries(fields).map(([name, field]: [string, Field]) => {
    const spec = fieldSpec(field);
    const member = isRequired(name)
      ? `${name}: ${typeOf(spec)};`
      : `${name}?: ${typeOf(spec)} | undefined;`;
    return `${comment(fieldDescription(id, name, spec), '  ')}\n  ${member}`;
  });
}

const requiredIn =
  (fields: Fields) =>
  (name: string): boolean =>
    fieldSpec(fields[name]!).required === true;

/** The name of the interface of the parameters that an area's endpoints share. */
const sharedName = (area: Area): string => `${capital(area.name)}Parameters`;

function endpointInterface(area: Area, name: string, row: Row): string {
  const id = `${area.name}/${name}`;
  const own = { ...row.query, ...row.body };
  const rules = [...(row.rules ?? []), ...((row.standard && area.rules) || [])];
  const text = [`Values of \`${row.method} /${id}\`. ${callText(id)}.`, ...rules.map(ruleText)];
  const parent = row.standard ? ` extends ${sharedName(area)}` : '';
  return [
    comment(text.join(' '), ''),
    `export interface ${interfaceName(area.name, name)}${parent} {`,
    ...members(id, row.path ?? {}, (field) => field !== 'argument'),
    ...members(id, own, requiredIn(own)),
    '}\n',
  ].join('\n');
}

/** The interfaces of the values of an area's endpoints, as a module. */
export async function callValuesModule(area: Area): Promise<string> {
  const shared = area.standard
    ? [
        comment(`Parameters that the endpoints of \`/${area.name}\` share.`, ''),
        `export interface ${sharedName(area)} {`,
        ...members(area.name, area.standard, requiredIn(area.standard)),
        '}\n',
      ]
    : [];
  const rows = Object.entries(area.rows);
  const body = [
    ...shared,
    ...rows.map(([name, row]) => endpointInterface(area, name, row)),
    comment(`The values of each endpoint of \`/${area.name}\`, by its name.`, ''),
    `export interface ${capital(area.name)}Calls {`,
    ...rows.map(
      ([name]) =>
        `${comment(`${callText(`${area.name}/${name}`)}.`, '  ')}\n` +
        `  readonly ${name}: ${interfaceName(area.name, name)};`,
    ),
    '}\n',
  ].join('\n');
  const imports = body.includes('Streamtype')
    ? "import type { Streamtype } from '../endpoint.ts';\n"
    : '';
  const head =
    '// Generated by `npm run call-values` from the tables and `descriptions/`. Do not edit.\n';
  const options = await resolveConfig('src/contract/call-values/area.ts');
  return format(`${head}${imports}\n${body}`, { ...options, parser: 'typescript' });
}

export const modulePath = (area: Area): string => `src/contract/call-values/${area.name}.ts`;
