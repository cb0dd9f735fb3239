import { encodeCall } from './encode-call.ts';
import type { Area, Field, KindName, Row } from './endpoint.ts';
import { fieldSpec } from './field.ts';

/**
 * The readers of each kind of field. A kind without a reader stays text. An unreadable value stays
 * text too, and is refused.
 */
const readers: Partial<Record<KindName, (wire: string) => unknown>> = {
  flag: (wire) => ({ 1: true, true: true, 0: false, false: false })[wire] ?? wire,
  integer: toNumber,
  number: toNumber,
  amount: toNumber,
  timestamp: toNumber,
};

/**
 * The reverse of `encodeCall`, for a server that answers calls: converts the texts of path, query
 * and body to checked values. Unknown names are left out.
 * @throws {InputError} `input`, with the name of the field, when a value is refused or a required
 *   one is missing.
 */
export function decodeCall(
  area: Area,
  name: string,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const row = area.rows[name] as Row;
  const fields: Record<string, Field> = {
    ...row.path,
    ...row.query,
    ...row.body,
    ...(row.standard && area.standard),
  };
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const wire = Object.prototype.hasOwnProperty.call(texts, key) ? texts[key] : undefined;
    if (wire === undefined) continue;
    const { kind } = fieldSpec(field);
    values[key] = (readers[kind] ?? String)(wire);
  }
  encodeCall(area, name, values);
  return values;
}

function toNumber(wire: string): unknown {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(wire) ? Number(wire) : wire;
}
