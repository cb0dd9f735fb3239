import { InputError } from '../errors/input-error.ts';
import type { Area, FieldSpec, Row, Rule } from './endpoint.ts';
import { allowedValues, encodeField, fieldSpec } from './field.ts';

/** A call as it goes out, before the dialect authorizes it. Query and body are form-encoded, without `?`. */
export interface EncodedCall {
  readonly id: string;
  readonly row: Row;
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

export type Values = Readonly<Record<string, unknown>>;

const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined;

/**
 * Checks the values of a call and puts each in its place, in the order in which they were given.
 * @throws {InputError} `input`, when a value, a field or the endpoint is refused.
 */
export function encodeCall(area: Area, name: string, values: Values = {}): EncodedCall {
  const id = `${area.name}/${name}`;
  const row = own(area.rows, name);
  if (!row) throw new InputError(id, 'endpoint', id, 'an endpoint of the interface');
  const pairs = { path: {} as Record<string, string>, query: [] as string[], body: [] as string[] };
  const wires: Record<string, string> = {};
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined) continue;
    const place = own(row.path, key) ? 'path' : own(row.body, key) ? 'body' : 'query';
    const field = own(row[place], key) ?? (row.standard && own(area.standard, key));
    if (!field) throw new InputError(id, key, value, 'left out: the endpoint has no such field');
    const spec = fieldSpec(field);
    const kind = area.kinds[spec.kind]!;
    const wire = encodeField(spec, kind, value, values);
    if (wire === undefined) throw new InputError(id, key, spec.secret ? '(hidden)' : value, allowedValues(spec, kind));
    wires[key] = wire;
    if (place === 'path') pairs.path[key] = segment(id, key, wire);
    else if (!kind.pairs) pairs[place].push(`${key}=${encodeURIComponent(wire)}`);
    else if (wire) pairs[place].push(wire);
  }
  requireFields(id, row, area, wires);
  for (const rule of [...(row.rules ?? []), ...((row.standard && area.rules) || [])]) checkRule(id, rule, wires);
  const segments = Object.keys(row.path ?? {}).flatMap((key) => pairs.path[key] ?? []);
  return { id, row, path: ['', id, ...segments].join('/'), query: pairs.query.join('&'), body: pairs.body.join('&') };
}

/** A path segment that no server or browser takes for another one. */
function segment(id: string, key: string, wire: string): string {
  if (!wire || wire === '.' || wire === '..') throw new InputError(id, key, wire, 'a path segment other than ".", ".." and the empty one');
  return encodeURIComponent(wire);
}

function requireFields(id: string, row: Row, area: Area, wires: Values): void {
  const fields = { ...row.path, ...row.query, ...row.body, ...(row.standard && area.standard) };
  for (const key of Object.keys(fields)) {
    const required = key in (row.path ?? {}) ? key !== 'argument' : (fields[key] as FieldSpec).required;
    if (required && !(key in wires)) throw new InputError(id, key, undefined, 'given');
  }
}

function checkRule(id: string, rule: Rule, wires: Readonly<Record<string, string>>): void {
  if ('exactlyOne' in rule) {
    if (rule.exactlyOne.filter((key) => key in wires).length !== 1) throw new InputError(id, rule.exactlyOne.join(','), '(hidden)', 'given exactly once between them');
  } else if ('inOrder' in rule) {
    const [first, last] = rule.inOrder;
    if (wires[first]! > wires[last]!) throw new InputError(id, first, wires[first], `not after ${last} (${wires[last]})`);
  } else if (rule.field in wires) {
    const is = wires[rule.when];
    if (rule.never !== undefined && is === rule.never) throw new InputError(id, rule.field, '(hidden)', `left out when ${rule.when} is ${rule.never}`);
    if (rule.only !== undefined && is !== rule.only) throw new InputError(id, rule.field, '(hidden)', `left out unless ${rule.when} is ${rule.only}`);
  }
}
