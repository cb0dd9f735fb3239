import { InputError } from '../errors/input-error.ts';
import type { EncodeFields, Values } from './encode-fields.ts';
import type { Area, FieldSpec, Row } from './endpoint.ts';
import { refuseFor } from './refuse.ts';

/** A call as it goes out, before the dialect authorizes it. Query and body are form-encoded, without `?`. */
export interface EncodedCall {
  readonly id: string;
  readonly row: Row;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** The row's effect; an item state that performs a transaction changes something. */
  readonly effect: Row['effect'];
}

/**
 * Checks the values of a call and puts each in its place, in the order in which they were given.
 * @throws {InputError} `input`, when a value, a field or the endpoint is refused.
 */
export function encodeCallWith(encode: EncodeFields, area: Area, name: string, values: Values = {}): EncodedCall {
  const id = `${area.name}/${name}`;
  const row = area.rows[name];
  // What an object has by its prototype is no row: it has no method.
  if (!row?.method) throw new InputError(id, 'endpoint', id, 'an endpoint of the interface');
  const { path, query, body, wires } = encode(area, row, values, refuseFor(id));
  const fields = { ...row.path, ...row.query, ...row.body, ...(row.standard && area.standard) };
  for (const key of Object.keys(fields)) {
    const required = row.path?.[key] ? key !== 'argument' : (fields[key] as FieldSpec).required;
    if (required && !(key in wires)) throw new InputError(id, key, undefined, 'given');
  }
  for (const rule of [...(row.rules ?? []), ...((row.standard && area.rules) || [])]) area.checkRule?.(id, rule, wires);
  const segments = Object.keys(row.path ?? {}).filter((key) => key in path).map((key) => segment(id, key, path[key]!));
  const effect = wires['performTransactionIfPossible'] === '1' ? 'change' : row.effect;
  return { id, row, path: ['', id, ...segments].join('/'), query, body, effect };
}

/** A path segment that no server or browser takes for another one. */
function segment(id: string, key: string, wire: string): string {
  if (!wire || wire === '.' || wire === '..') throw new InputError(id, key, wire, 'a path segment other than ".", ".." and the empty one');
  return encodeURIComponent(wire);
}
