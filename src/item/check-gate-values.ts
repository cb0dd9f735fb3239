import { InputError } from '../errors/input-error.ts';

/** The options of a gate, as a page without types may give them. */
interface GivenOptions {
  readonly previewSeconds?: unknown;
  readonly load?: unknown;
  readonly onError?: unknown;
}

/**
 * Checks what a page gives to a gate.
 * @throws {InputError} `input`, with the name of the value.
 */
export function checkGateValues(
  element: unknown,
  item: unknown,
  { previewSeconds = 0, load, onError }: GivenOptions,
): void {
  const { play, pause } = Object(element) as Record<'play' | 'pause', unknown>;
  const { $state } = Object(item) as Record<'$state', { readonly subscribe?: unknown } | null>;
  const refuse = (field: string, value: unknown, allowed: string): never => {
    throw new InputError('usher.gate', field, value, allowed);
  };
  if (typeof play !== 'function' || typeof pause !== 'function') {
    refuse('element', element, 'a media element');
  }
  if (typeof $state?.subscribe !== 'function') refuse('item', item, 'an item of usher.item()');
  if (typeof previewSeconds !== 'number' || !(previewSeconds >= 0)) {
    refuse('previewSeconds', previewSeconds, 'a time in s, from 0');
  }
  for (const [name, value] of Object.entries({ load, onError })) {
    if (value !== undefined && typeof value !== 'function') refuse(name, value, 'a function');
  }
}
