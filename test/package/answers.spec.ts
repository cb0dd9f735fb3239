import { expect, test } from '@playwright/test';
import { openApiDocument } from '../../demo/platform/openapi/document.ts';
import type { Schema } from '../../demo/platform/openapi/schema.ts';
import { createAnswerCheck } from '../endpoints/answer-check.ts';
import type { AnswerExample } from '../endpoints/stable-answer.ts';
import { endpoints } from '../fixtures/contract/documented.ts';
import { answerFiles, answerText, readAnswerFile } from './answer-files.ts';
import { answerSchemas } from './answer-schemas.ts';

const examples = JSON.parse(readAnswerFile(answerFiles.examples)) as Record<string, AnswerExample>;
const ids = endpoints.map(({ id }) => id);

test('the schemas of the answers are those that the types give', async () => {
  test.setTimeout(60_000); // the compiler reads all of the source
  const written = await answerText(answerFiles.schemas, answerSchemas());
  // A difference: `npm run answers` writes the file again.
  expect(readAnswerFile(answerFiles.schemas)).toBe(written);
});

/** The places of the fields below a schema that say nothing of themselves. */
function withoutMeaning(schema: Schema, place: string): string[] {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const inner = [schema['items'], schema['additionalProperties']].filter(Boolean) as Schema[];
  return [
    ...fields.filter(([, field]) => !field['description']).map(([name]) => `${place}.${name}`),
    ...fields.flatMap(([name, field]) => withoutMeaning(field, `${place}.${name}`)),
    ...inner.flatMap((entry) => withoutMeaning(entry, place)),
  ];
}

test('every field of an answer says what it means', () => {
  test.setTimeout(60_000);
  const { results, shared } = answerSchemas();
  const all = Object.entries({ ...results, ...shared });
  expect(all.flatMap(([name, schema]) => withoutMeaning(schema, name))).toEqual([]);
});

test('every endpoint has an example, and its schema takes it', () => {
  const problemsOf = createAnswerCheck();
  expect(Object.keys(examples)).toEqual(ids);
  expect(ids.flatMap((id) => problemsOf(id, examples[id]!))).toEqual([]);
});

test('the schema of an answer refuses another kind of value', () => {
  const problemsOf = createAnswerCheck();
  const { metadata } = examples['session/keepalive']!;
  const problems = (id: string, result: unknown): string[] => problemsOf(id, { metadata, result });
  expect(problems('session/keepalive', { status: 5 })).toHaveLength(1);
  expect(problems('allmedia/latest', {})).toHaveLength(1);
  expect(problems('allmedia/latest', [{ general: { ID: 1 }, imagedata: {} }])).not.toEqual([]);
  expect(problems('statistics/viewsbyday', { monday: 1 })).not.toEqual([]);
  expect(problemsOf('session/keepalive', { metadata })).not.toEqual([]);
});

test('every reference of the OpenAPI document leads to a part of it', () => {
  const document = openApiDocument() as Record<string, any>;
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g);
  const missing = [...references].filter(
    ([, kind, name]) => !document['components'][kind!]?.[name!],
  );
  expect(missing.map(([text]) => text)).toEqual([]);
});
