import { InputError } from '../errors/input-error.ts';
import type { Refuse } from './encode-fields.ts';
import { allowedValues } from './kind-descriptions.ts';

/**
 * Throws the error for a refused value. The value of an unknown field is hidden: it may be a secret
 * with a mistyped name.
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
