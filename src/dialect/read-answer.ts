import { MalformedError } from '../errors/malformed-error.ts';
import type { Dialect } from './dialect.ts';
import { readEnvelope, type Answer } from './envelope.ts';
import { parseJson } from './json.ts';

/**
 * Reads an answer from its text. A failure may have any body: a proxy answers in HTML.
 * @throws {MalformedError} `malformed`, when a successful answer is unreadable.
 */
export function readAnswer(
  id: string,
  status: number,
  text: string,
  dialect: Partial<Dialect>,
  parse: Dialect['parse'] = dialect.parse ?? parseJson,
): Answer {
  try {
    return (dialect.readEnvelope ?? readEnvelope)(status, parse(text), id);
  } catch {
    if (status < 400) throw new MalformedError(`${id}: the answer is not JSON`, status);
    return { status, result: undefined, metadata: {}, lacksEnvelope: true };
  }
}
