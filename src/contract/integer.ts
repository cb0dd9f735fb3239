import type { Kind } from './endpoint.ts';

export const integer: Kind = {
  allowed: 'a whole number',
  encode: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
};
