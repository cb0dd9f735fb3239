import { readFileSync } from 'node:fs';
import type { Schema } from './schema.ts';

/** A whole answer, as the reference platform gave it. */
export interface AnswerExample {
  readonly metadata: Schema;
  readonly result: unknown;
  readonly paging?: Schema;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** The schema of each endpoint's result, and of the types that several share. */
export const answerSchemas = read('answer-schemas.json') as {
  readonly results: Readonly<Record<string, Schema>>;
  readonly shared: Readonly<Record<string, Schema>>;
};

/** An answer of each endpoint, recorded by `npm run answers`. */
export const answerExamples = read('answer-examples.json') as Readonly<
  Record<string, AnswerExample>
>;
