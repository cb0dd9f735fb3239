import { encodeFields } from '../contract/encode-fields.ts';
import type { Area } from '../contract/endpoint.ts';
import type { paymentRows } from '../contract/payment.ts';
import { refuseFor } from '../contract/refuse.ts';
import { InputError } from '../errors/input-error.ts';

/** The name of a call of payment. */
export type PaymentName = keyof typeof paymentRows;

/** How the values of a call are checked. */
interface CheckOptions {
  /** The fields that must be given. Default: none. */
  readonly required?: readonly string[];
  /** What an error names as the call. Default: the call of payment. */
  readonly endpoint?: string;
}

/**
 * Checks the values of a call before they are written or sent.
 * @throws {InputError} `input`, with the name of the field.
 */
export function checkValues(
  area: Area,
  name: PaymentName,
  values: object,
  { required = [], endpoint = `payment/${name}` }: CheckOptions = {},
): void {
  const given = Object(values) as Record<string, unknown>;
  for (const field of required) {
    if (given[field] === undefined || given[field] === '') {
      throw new InputError(endpoint, field, given[field], 'given');
    }
  }
  encodeFields(area, area.rows[name]!, given, refuseFor(endpoint));
}
