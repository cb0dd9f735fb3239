import type { Exchange } from '../../../src/testing/dialect-check/wire.ts';
import { defaultNames, type EnvelopeNames } from './findings.ts';
import { isObject } from './json-paths.ts';
import type { ProbeContext } from './probe-context.ts';
import { parseText, readExchange } from './read-exchange.ts';

/** Longer than any guard that servers put before JSON. */
const maxPrefix = 20;

/**
 * Finds how an answer is read: what stands before its JSON, and the names of its envelope.
 *
 * @returns the result of the answer
 */
export function findEnvelope(context: ProbeContext, opening: Exchange): unknown {
  findPrefix(context, opening);
  const parsed = parseText(opening.text, context.differences.prefix);
  if (parsed === undefined) return undefined;
  const claim = 'an answer is { metadata, result }, or the result itself';
  const names = isObject(parsed) ? findNames(parsed, opening.status) : undefined;
  if (!names || names.metadata === defaultNames.metadata) {
    const evidence = names ? 'metadata.status is the status' : 'the answer has no envelope';
    context.note({ claim, part: 'readEnvelope', verdict: 'held', evidence });
  } else {
    context.differences.envelope = names;
    const evidence = `it is { ${names.metadata}, ${names.result} }; the status is in ${names.metadata}.${names.status}`;
    context.note({ claim, part: 'readEnvelope', verdict: 'failed', evidence });
  }
  return readExchange(opening, context.differences).result;
}

function findPrefix({ differences, note }: ProbeContext, { text, status }: Exchange): void {
  const claim = 'an answer is JSON';
  if (parseText(text) !== undefined) {
    note({ claim, part: 'parse', verdict: 'held', evidence: `session/init: ${status}` });
    return;
  }
  const start = text.search(/[{[]/);
  const prefix = text.slice(0, Math.max(start, 0));
  // A guard may have a bracket of its own, as `)]}'` has none that opens.
  const found = start > 0 && start <= maxPrefix && parseText(text, prefix) !== undefined;
  if (found) differences.prefix = prefix;
  const evidence = found
    ? `it begins with ${JSON.stringify(prefix)}`
    : `session/init: ${status}, begins with ${JSON.stringify(text.slice(0, 40))}`;
  note({ claim, part: 'parse', verdict: found ? 'failed' : 'unknown', evidence });
}

/** The member that repeats the HTTP status is the metadata; the largest other one the result. */
function findNames(
  parsed: Readonly<Record<string, unknown>>,
  httpStatus: number,
): EnvelopeNames | undefined {
  const parts = Object.entries(parsed).filter(([, value]) => isObject(value));
  for (const [metadata, value] of parts) {
    const status = Object.entries(value as object).find(
      ([name, inner]) => /status|code/i.test(name) && Number(inner) === httpStatus,
    )?.[0];
    const [result] = parts
      .filter(([name]) => name !== metadata)
      .sort(([, one], [, other]) => sizeOf(other) - sizeOf(one))
      .map(([name]) => name);
    if (status && result) return { ...defaultNames, metadata, result, status };
  }
  return undefined;
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;
