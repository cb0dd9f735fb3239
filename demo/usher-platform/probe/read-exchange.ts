import type { Answer } from '../../../src/dialect/envelope.ts';
import { parseJson } from '../../../src/dialect/json.ts';
import type { Exchange } from '../../../src/testing/dialect-check/wire.ts';
import { defaultNames, type Differences } from './findings.ts';
import { isObject, valueAt } from './json-paths.ts';

/** Reads an answer with the differences that are known by now. */
export function readExchange(exchange: Exchange, differences: Differences): Answer {
  const { status } = exchange;
  const parsed = parseText(exchange.text, differences.prefix);
  const names = differences.envelope ?? defaultNames;
  const metadata = isObject(parsed) ? parsed[names.metadata] : undefined;
  if (!isObject(parsed) || !isObject(metadata)) return { status, result: parsed, metadata: {} };
  const hint = metadata[names.hint];
  const inner = Number(metadata[names.status]);
  return {
    status: Number.isInteger(inner) ? Math.max(status, inner) : status,
    result: moveMembers(parsed[names.result], differences.moves),
    metadata,
    hint: typeof hint === 'string' ? hint : undefined,
  };
}

/** The JSON of a text behind a prefix. `undefined` where it is none. */
export function parseText(text: string, prefix = ''): unknown {
  try {
    return parseJson(text.startsWith(prefix) ? text.slice(prefix.length) : text);
  } catch {
    return undefined;
  }
}

/** A result with its members where the default readers look for them. */
export function moveMembers(result: unknown, moves: ReadonlyMap<string, string>): unknown {
  let moved = result;
  for (const [from, to] of moves) {
    const value = from === '' ? result : valueAt(moved, from);
    if (value === undefined) continue;
    if (to === '') {
      moved = value;
      continue;
    }
    const [part = '', name = ''] = to.split('.');
    const target = isObject(moved) ? moved : {};
    const inner = target[part];
    moved = { ...target, [part]: { ...(isObject(inner) ? inner : {}), [name]: value } };
  }
  return moved;
}
