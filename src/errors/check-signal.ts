import { InputError } from './input-error.ts';

/** @throws {InputError} `input`: the option `signal` of a call is no signal. */
export function checkSignal(where: string, signal: unknown): void {
  const isMissing = signal === undefined || signal === null;
  if (isMissing || typeof (signal as EventTarget).addEventListener === 'function') return;
  throw new InputError(where, 'signal', signal, 'an AbortSignal');
}
