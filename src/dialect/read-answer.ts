import { MalformedError } from '../errors/malformed-error.ts';
import type { Dialect } from './dialect.ts';
import { readEnvelope, type Answer } from './envelope.ts';
import { parseJson } from './json.ts';

/**
 * Reads an answer from its text. A failure may have any body: a proxy answers in HTML.
 * @throws {MalformedError} `malformed`, when a successful answer is not JSON; the error of a
 *   `readEnvelope` of the page, when it throws for a successful answer.
 */
export function readAnswer(
  id: string,
  status: number,
  text: string,
  dialect: Partial<Dialect>,
  parse: Dialect['parse'] = dialect.parse ?? parseJson,
): Answer {
  let isJson = false;
  try {
    const parsed = parse(text);
    isJson = true;
    return (dialect.readEnvelope ?? readEnvelope)(status, parsed, id);
  } catch (error) {
    if (status >= 400) return { status, result: undefined, metadata: {}, lacksEnvelope: true };
    throw isJson ? error : new MalformedError(id, 'the answer is not JSON', status);
  }
}
