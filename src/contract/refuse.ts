import { InputError } from '../errors/input-error.ts';
import type { Refuse } from './encode-fields.ts';
import { allowedValues } from './words.ts';

/** Refuses a value with the error that names it. */
export function refuseFor(endpoint: string): Refuse {
  return (key, value, spec, kind) => {
    throw new InputError(endpoint, key, spec?.secret ? '(hidden)' : value, spec ? allowedValues(spec, kind!) : 'left out: there is no such field');
  };
}
