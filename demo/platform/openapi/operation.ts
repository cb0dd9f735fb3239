import { callText } from '../../../src/contract/descriptions/endpoints.ts';
import { fieldText } from '../../../src/contract/descriptions/fields.ts';
import { ruleText } from '../../../src/contract/descriptions/rules.ts';
import type { Area, Field, Fields, Row, Rule } from '../../../src/contract/endpoint.ts';
import { fieldSpec } from '../../../src/contract/field.ts';
import { responsesOf } from './envelope.ts';
import { schemaOf, type Schema } from './schema.ts';

/** Calls that carry no session: the one that opens it, and the one that does without. */
const withoutSession = ['session/init', 'session/staticdetails'];

/**
 * The path of an endpoint with its named segments; the unnamed optional argument has no place in a
 * template.
 */
export function pathOf(id: string, row: Row): string {
  const names = Object.keys(row.path ?? {}).filter((name) => name !== 'argument');
  return ['', id, ...names.map((name) => `{${name}}`)].join('/');
}

/** One endpoint as an OpenAPI operation. */
export function operationOf(area: Area, name: string, row: Row): Schema {
  const id = `${area.name}/${name}`;
  const { argument, ...path } = row.path ?? {};
  const parameters = [
    ...Object.entries(path).map(([key, field]) => pathParameter(id, key, field)),
    ...Object.entries(row.query ?? {}).map(([key, field]) => queryParameter(id, key, field)),
    ...Object.keys((row.standard && area.standard) ?? {}).map((key) => ({
      $ref: `#/components/parameters/${row.standard}.${key}`,
    })),
  ];
  const rules = [...(row.rules ?? []), ...((row.standard && area.rules) || [])];
  const sentences = [
    `${callText(id)}.`,
    ...rules.map(ruleText),
    ...(argument ? ['One more path segment may follow. The document gives it no name.'] : []),
  ];
  return {
    operationId: id,
    tags: [area.name],
    summary: callText(id),
    description: sentences.join(' '),
    ...(argument && { 'x-optional-argument': true }),
    ...(rules.length > 0 && { 'x-rules': rules }),
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: bodyOf(id, row.body, rules) }),
    ...(withoutSession.includes(id) && { security: [] }),
    responses: responsesOf(id),
  };
}

/** The parameters that many endpoints of an area share, as components. */
export function sharedParametersOf(area: Area): Schema {
  const set = Object.values(area.rows).find((row) => row.standard)?.standard;
  return Object.fromEntries(
    Object.entries(area.standard ?? {}).map(([key, field]) => [
      `${set}.${key}`,
      queryParameter(area.name, key, field),
    ]),
  );
}

/** The description of a field, by its endpoint or, for shared ones, by its area. */
function describe(id: string, key: string): Schema {
  const description = fieldText(id, key);
  return description ? { description } : {};
}

function pathParameter(id: string, name: string, field: Field): Schema {
  const schema = schemaOf(field);
  const segment =
    fieldSpec(field).kind === 'id'
      ? schema
      : { ...schema, minLength: 1, not: { enum: ['.', '..'] } };
  return { name, in: 'path', required: true, ...describe(id, name), schema: segment };
}

function queryParameter(id: string, name: string, field: Field): Schema {
  const { kind, required } = fieldSpec(field);
  const list = kind === 'list' || kind === 'streamtypes' || kind === 'ids';
  return {
    name,
    in: 'query',
    ...(required && { required }),
    ...describe(id, name),
    ...(list && { style: 'form', explode: false }),
    schema: schemaOf(field),
  };
}

/** Bodies travel form-encoded; the platform reads them as JSON too. */
function bodyOf(id: string, fields: Fields, rules: readonly Rule[]): Schema {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      { ...schemaOf(field), ...describe(id, key) },
    ]),
  );
  const required = Object.keys(fields).filter((key) => fieldSpec(fields[key] ?? 'text').required);
  const allOf = rules.flatMap(ruleSchema);
  const schema = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(allOf.length > 0 && { allOf }),
  };
  return {
    content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
  };
}

/** A rule over fields of a body; what compares values cannot be said in a schema. */
function ruleSchema(rule: Rule): Schema[] {
  if ('exactlyOne' in rule) return [{ oneOf: rule.exactlyOne.map((key) => ({ required: [key] })) }];
  if ('inOrder' in rule) return [];
  const { field, when, only } = rule;
  return [
    {
      dependentSchemas: { [field]: { required: [when], properties: { [when]: { const: only } } } },
    },
  ];
}
