import type { Area, Field, FieldSpec, Kind, Row } from './endpoint.ts';
import { baseKinds, fieldSpec } from './field.ts';

/** Values of fields, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** The fields of a call as texts: path segments by name, query and body form-encoded. */
export interface EncodedFields {
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: string;
  /** Each field's text, before percent-encoding. */
  readonly encoded: Readonly<Record<string, string>>;
}

/** Refuses a value by an error. Without `spec` the endpoint has no such field. */
export type Refuse = (key: string, value: unknown, spec?: FieldSpec, kind?: Kind) => never;

/** The fields of a row, by their places. */
export type RowFields = Pick<Row, 'path' | 'query' | 'body' | 'standard'>;

/** Checks each value and encodes it, in the order of `values`. */
export function encodeFields(
  area: Partial<Area>,
  row: RowFields,
  values: Values,
  refuse: Refuse,
): EncodedFields {
  const path: Record<string, string> = {};
  const encoded: Record<string, string> = {};
  const query: string[] = [];
  const body: string[] = [];
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined) continue;
    const inPath: Field | undefined = row.path?.[key];
    const inBody: Field | undefined = row.body?.[key];
    const inStandard: Field | undefined = row.standard ? area.standard?.[key] : undefined;
    const field = inPath ?? inBody ?? row.query?.[key] ?? inStandard;
    const spec = fieldSpec(field ?? 'record');
    // Members of an object's prototype, for example `constructor`, are not fields: they have no
    // kind.
    const kind = field && (baseKinds[spec.kind] ?? area.kinds?.[spec.kind]);
    if (!kind) refuse(key, value);
    const wire = kind.encode(value, values);
    if (wire === undefined || !fits(wire, spec)) refuse(key, value, spec, kind);
    encoded[key] = wire;
    if (inPath) {
      path[key] = wire;
    } else if (wire || !kind.pairs) {
      const pairs = inBody ? body : query;
      pairs.push(kind.pairs ? wire : `${key}=${encodeURIComponent(wire)}`);
    }
  }
  return { path, query: query.join('&'), body: body.join('&'), encoded };
}

/** Whether a text is within its field's enumeration and range. */
function fits(wire: string, { oneOf, min = -Infinity, max = Infinity }: FieldSpec): boolean {
  return !(
    (oneOf && !oneOf.some((one) => String(one) === wire)) ||
    Number(wire) < min ||
    Number(wire) > max
  );
}
