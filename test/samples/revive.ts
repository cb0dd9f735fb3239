/**
 * Turns `{"$date"}`, `{"$bigint"}` and `{"$undefined"}` of a sample into what JSON cannot hold,
 * keeping the order of fields.
 */
export function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null) return value;
  if ('$date' in value) return new Date(String(value.$date));
  if ('$bigint' in value) return BigInt(String(value.$bigint));
  if ('$undefined' in value) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, revive(one)]));
}
