import { assert } from 'chai';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { isInputError } from '../../src/errors/guards.ts';
import type { InputError } from '../../src/errors/input-error.ts';
import { locate } from './areas.ts';

/** The error with which something is refused; anything else fails the test. */
export function refusalOf(run: () => unknown): InputError {
  try {
    run();
  } catch (error) {
    if (isInputError(error)) return error;
    throw error;
  }
  return assert.fail('was not refused');
}

/** The error with which a call is refused. */
export function refusal(id: string, values: unknown): InputError {
  return refusalOf(() => encodeCall(...locate(id), values as Record<string, unknown>));
}
