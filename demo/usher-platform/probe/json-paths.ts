/** A value inside an answer, and where it is: `general.cid`. */
export interface Place {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

const maxDepth = 5;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All values of an object, those of its objects included; lists are values. */
export function placesIn(value: unknown, prefix = '', depth = 0): Place[] {
  if (!isObject(value) || depth > maxDepth) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = `${prefix}${name}`;
    return [{ path, name, value: inner }, ...placesIn(inner, `${path}.`, depth + 1)];
  });
}

/** The value at a path. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}
