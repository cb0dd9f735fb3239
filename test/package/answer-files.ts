import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** What `npm run answers` writes, and the OpenAPI document reads. */
export const answerFiles = {
  schemas: 'demo/platform/openapi/answer-schemas.json',
  examples: 'demo/platform/openapi/answer-examples.json',
} as const;

/** A value as its file has it. */
export async function answerText(path: string, value: unknown): Promise<string> {
  const options = await resolveConfig(path);
  return format(JSON.stringify(value), { ...options, parser: 'json' });
}

export const readAnswerFile = (path: string): string => readFileSync(path, 'utf8');

export async function writeAnswerFile(path: string, value: unknown): Promise<void> {
  writeFileSync(path, await answerText(path, value));
}
