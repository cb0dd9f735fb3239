/** A member of a record, never one of its prototype. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined;
}
