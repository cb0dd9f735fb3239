/**
 * A random number from 0 to less than 1. Enough for jitter and device hashes; what must not be
 * guessed takes `crypto`.
 */
export type Random = () => number;

export const random: Random = Math.random;
