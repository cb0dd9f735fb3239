import { InputError } from '../errors/input-error.ts';
import type { Refuse } from './encode-fields.ts';
import { allowedValues } from './kind-descriptions.ts';

/**
 * Refuses a value with the error that names it. The value of a field that does not exist is not
 * shown: it may be a secret whose name was mistyped.
 */
export function refuseFor(endpoint: string): Refuse {
  return (key, value, spec, kind) => {
    throw new InputError(
      endpoint,
      key,
      spec && !spec.secret ? value : '(hidden)',
      spec ? allowedValues(spec, kind!) : 'left out',
      spec ? undefined : `there is no field ${key}`,
    );
  };
}
