import type { Kind } from './endpoint.ts';

export const amount: Kind = {
  allowed: 'a non-negative whole amount in the currency subunit (cents)',
  encode: (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 ? String(value) : undefined,
};

export const currency: Kind = {
  allowed: 'a currency code of three letters',
  encode: (value) => (typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value : undefined),
};
