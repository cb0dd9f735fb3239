import { isObject } from './is-object.ts';
import { UsherError } from './usher-error.ts';

/** A value was refused before anything was sent. */
export class InputError extends UsherError<'input'> {
  /** The endpoint's id, for example `session/init`, or the function that refused. */
  declare readonly endpoint: string;
  /** The refused field. Several are joined by a comma. */
  declare readonly field: string;
  /** The refused value. `(hidden)` for a secret field, a user name and a reference of a user. */
  declare readonly value: unknown;
  /** A description of the allowed values. */
  declare readonly allowed: string;

  /** `sentence` replaces "field must be allowed" when that does not read well. */
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
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  return isObject(value) ? 'an object' : String(value);
}
