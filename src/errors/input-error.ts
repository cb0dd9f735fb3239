import { UsherError } from './usher-error.ts';

/** A value was refused before anything was sent. */
export class InputError extends UsherError {
  /** The endpoint's id, as `session/init`, or the function that refused. */
  declare readonly endpoint: string;
  /** The field that was refused; several are joined by a comma. */
  declare readonly field: string;
  /** What was given; `(hidden)` for a secret field. */
  declare readonly value: unknown;
  /** What would have been taken, in words. */
  declare readonly allowed: string;

  /** `sentence` says it in other words, where "field must be allowed" does not read well. */
  constructor(
    endpoint: string,
    field: string,
    value: unknown,
    allowed: string,
    sentence: string = `${field} must be ${allowed}, not ${show(value)}`,
  ) {
    super('input', `${endpoint}: ${sentence}`, { endpoint, field, value, allowed });
  }
}

function show(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 80))
    : Object(value) === value
      ? 'an object'
      : String(value);
}
