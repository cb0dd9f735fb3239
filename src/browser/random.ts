/**
 * A random number from 0 to less than 1. It is enough for jitter and device hashes. Values that
 * must not be guessed use `crypto`.
 */
export type Random = () => number;

export const random: Random = Math.random;
