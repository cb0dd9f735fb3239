/** A random number from 0 to less than 1. */
export type Random = () => number;

/** From the browser's cryptographic source, which also pages without HTTPS have. */
export const random: Random = () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
