import type { Area, Field, FieldSpec, Kind, Row } from './endpoint.ts';
import { encodeField, fieldSpec } from './field.ts';

/** Values of fields, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** The fields of a call as texts: path segments by name, query and body form-encoded. */
export interface EncodedFields {
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: string;
  /** Each given field's text, before it is percent-encoded. */
  readonly wires: Readonly<Record<string, string>>;
}

/** Called for a value that is not taken; throws. Without `spec` the endpoint has no such field. */
export type Refuse = (key: string, value: unknown, spec?: FieldSpec, kind?: Kind) => never;

/** A member of a record, never one of its prototype. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined;
}

/** Checks each value and puts it in its place, in the order in which they were given. */
export function encodeFields(area: Pick<Area, 'kinds' | 'standard'>, row: Row, values: Values, refuse: Refuse): EncodedFields {
  const path: Record<string, string> = {};
  const wires: Record<string, string> = {};
  const pairs = { query: [] as string[], body: [] as string[] };
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined) continue;
    const inPath: Field | undefined = own(row.path, key);
    const inBody: Field | undefined = own(row.body, key);
    const field = inPath ?? inBody ?? own(row.query, key) ?? (row.standard && own(area.standard, key));
    if (!field) refuse(key, value);
    const spec = fieldSpec(field);
    const kind = area.kinds[spec.kind]!;
    const wire = encodeField(spec, kind, value, values);
    if (wire === undefined) refuse(key, value, spec, kind);
    wires[key] = wire;
    if (inPath) path[key] = wire;
    else if (wire || !kind.pairs) pairs[inBody ? 'body' : 'query'].push(kind.pairs ? wire : `${key}=${encodeURIComponent(wire)}`);
  }
  return { path, query: pairs.query.join('&'), body: pairs.body.join('&'), wires };
}
