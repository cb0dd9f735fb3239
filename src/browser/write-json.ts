import { isObject } from '../errors/is-object.ts';

const { stringify } = JSON;

/**
 * JSON of plain data. Unlike `JSON.stringify` it calls no `toJSON`, which some pages add to the
 * prototypes of arrays and objects.
 */
export function writeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeJson).join()}]`;
  if (!isObject(value)) return stringify(value) ?? 'null';
  const entries = Object.entries(value as object).filter(([, member]) => member !== undefined);
  return `{${entries.map(([name, member]) => `${stringify(name)}:${writeJson(member)}`).join()}}`;
}
