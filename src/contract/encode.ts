import { encodeCallWith } from './encode-call.ts';
import type { EncodedCall } from './encode-call.ts';
import { encodeFields } from './encode-fields.ts';
import type { Values } from './encode-fields.ts';
import type { Area } from './endpoint.ts';

/**
 * Checks the values of a call and puts each in its place, in the order in which they were given.
 * @throws {InputError} `input`, when a value, a field or the endpoint is refused.
 */
export function encodeCall(area: Area, name: string, values?: Values): EncodedCall {
  return encodeCallWith(encodeFields, area, name, values);
}
