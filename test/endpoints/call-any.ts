import type { Answer } from '../../src/dialect/envelope.ts';
import type { Usher } from '../../src/index.ts';

/**
 * Calls an endpoint whose id is not known to the compiler, with values that its types may not let
 * through.
 */
export function callAny({ call }: Usher, id: string, values: object): Promise<Answer> {
  // A table drives it: no single id's type holds.
  return (call as unknown as (id: string, values: object) => Promise<Answer>)(id, values);
}
