import { InputError } from '../errors/input-error.ts';
import type { Refuse } from './encode-fields.ts';
import type { FieldSpec, Kind } from './endpoint.ts';

/** Describes a field's allowed values. */
function allowedValues({ oneOf, min, max }: FieldSpec, { allowed }: Kind): string {
  if (oneOf) return `one of ${oneOf.join(', ')}`;
  return min === undefined ? allowed : `${allowed} from ${min} to ${max ?? 'any'}`;
}

/** Says that an endpoint has no such field. The keys of a text or a list are digits. */
const unknownField = (key: string): string =>
  /^\d/.test(key) ? 'the values must be an object with fields' : `there is no field ${key}`;

/**
 * Throws the error for a refused value. The value of an unknown field is hidden: it may be a secret
 * with a mistyped name.
 */
export function refuseFor(endpoint: string): Refuse {
  return (key, value, spec, kind) => {
    throw new InputError(
      endpoint,
      key,
      spec && !spec.secret && !spec.personal ? value : '(hidden)',
      spec ? allowedValues(spec, kind!) : 'left out',
      spec ? undefined : unknownField(key),
    );
  };
}
