/**
 * How long a call may take, in ms. A start waits for the opening of another tab (2 s), its own (10
 * s), code for failures (3 s), static details (3 s), and for a login of another tab (30 s).
 */
export const withinMs = {
  start: 62_000,
  /** A read with its repeats. Waits for sessions and code count into it. */
  read: 31_000,
  check: 62_000,
  login: 62_000,
  logout: 2000,
  /** Each use of a database takes at most 2 s, and code may come late. */
  forget: 30_000,
  buy: 75_000,
  settled: 90_000,
  /** A return waits until the journal can be written, or the runtime is disposed of. */
  journal: Infinity,
  once: 62_000,
} as const;
