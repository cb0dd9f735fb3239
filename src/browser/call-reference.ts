import type { Random } from './random.ts';

const digits = 10;

/**
 * A random reference of one call, for the logs of page and platform: ten letters and digits. It
 * says nothing about the viewer, and is no secret.
 */
export const createCallReference = (random: Random): string =>
  Math.floor(random() * 36 ** digits)
    .toString(36)
    .padStart(digits, '0');
