import type { Kind } from './endpoint.ts';
import { text } from './field.ts';

/** One of the words of a field. A word of digits may be given as a number. */
export const choice: Kind = {
  ...text,
  encode: (value, values) => text.encode(typeof value === 'number' ? `${value}` : value, values),
};
