import type { Kind } from './endpoint.ts';

/** The last second of the year 9999. A larger value was given in milliseconds. */
const lastSecond = 253402300799;

export const timestamp: Kind = {
  allowed: 'a Date, or whole unix seconds up to the year 9999',
  encode(value) {
    const seconds = value instanceof Date ? Math.floor(value.getTime() / 1000) : value;
    return Number.isSafeInteger(seconds) &&
      (seconds as number) >= 0 &&
      (seconds as number) <= lastSecond
      ? String(seconds)
      : undefined;
  },
};
