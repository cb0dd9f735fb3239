import { isObject } from '../errors/is-object.ts';

/**
 * Copies the values of a call, and the dates, lists and plain objects in them. The page may change
 * its own objects after the call.
 */
export function copyValues<Values extends object>(values: Values | null | undefined): Values {
  const copies = Object.entries({ ...values }).map(([name, value]) => [name, copyOf(value)]);
  return Object.fromEntries(copies) as Values;
}

function copyOf(value: unknown): unknown {
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return Array.from<unknown>(value);
  const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? { ...value } : value;
}
