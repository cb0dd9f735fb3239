import { InputError } from '../errors/input-error.ts';
import { encodeFields, type Values } from './encode-fields.ts';
import type { Area, Row, SessionNeed, StandardParameters } from './endpoint.ts';

/**
 * An encoded call, before the dialect authorizes it. Query and body are form-encoded, without `?`.
 */
export interface EncodedCall {
  readonly id: string;
  readonly row: Row;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  /** The row's effect. An item state that performs a transaction is a change. */
  readonly effect: Row['effect'];
  readonly session: SessionNeed;
  /** The reference of the call, the same for its repeats. The transport sets it. */
  reference?: string | undefined;
}

/**
 * The row of an endpoint.
 * @throws {InputError} `input`, when the area has none of this name.
 */
export function rowOf(area: Area, name: unknown): Row {
  const row = typeof name === 'string' ? area.rows[name] : undefined;
  // Members of an object's prototype are not rows: they have no method.
  if (row?.method) return row;
  const id = typeof name === 'string' ? `${area.name}/${name}` : area.name;
  throw new InputError(id, 'endpoint', id, 'a known endpoint', 'there is no such endpoint');
}

/**
 * Checks the values of a call and encodes them, in their order. `parameters` replace or add shared
 * parameters of the area.
 * @throws {InputError} `input`, when a value, a field or the endpoint is refused.
 */
export function encodeCall(
  area: Area,
  name: string,
  values?: object | null,
  parameters?: StandardParameters,
): EncodedCall {
  const row = rowOf(area, name);
  const id = `${area.name}/${name}`;
  const given = (values ?? {}) as Values; // each field is checked
  const standard = { ...area.standard, ...parameters?.[row.standard!] };
  const { query, body, path, encoded } = encodeFields(
    { ...area, standard },
    row,
    given,
    area.refuseFor(id),
  );
  const effect = encoded['performTransactionIfPossible'] === '1' ? 'change' : row.effect;
  return {
    id,
    row,
    path: `/${id}${area.validateCall ? area.validateCall(id, area, row, path, encoded) : ''}`,
    query,
    body,
    effect,
    session: row.session ?? area.session ?? 'required',
  };
}
