import { InputError } from '../errors/input-error.ts';
import { encodeFields, type Values } from './encode-fields.ts';
import type { Area, FieldSpec, Row, SessionNeed, StandardParameters } from './endpoint.ts';
import { baseKinds, fieldSpec } from './field.ts';

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
 * @throws {InputError} `input`, when a value, a field or the endpoint is refused, or when one of
 *   `parameters` has a kind that the area cannot encode.
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
  const standard = { ...area.standard, ...replacedParameters(area, row, parameters) };
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

/**
 * The shared parameters of the dialect for a row. All are checked with the first call of the area:
 * a wrong kind would otherwise be noticed only when a page sets that parameter.
 */
function replacedParameters(
  area: Area,
  { standard }: Row,
  parameters: StandardParameters = {},
): Area['standard'] {
  const given = standard && parameters[standard];
  if (!given) return undefined;
  const kinds = Object.keys({ ...baseKinds, ...area.kinds });
  for (const [name, field] of Object.entries(given)) {
    const { kind } = Object(fieldSpec(field)) as FieldSpec;
    if (kinds.includes(kind)) continue;
    const where = `dialect.parameters.${standard}.${name}`;
    throw new InputError('createUsher', where, kind, `of the kind ${kinds.join(', ')}`);
  }
  return given;
}
