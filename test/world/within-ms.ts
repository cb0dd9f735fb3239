/**
 * How long a call may take, in ms. A start waits for the opening of another tab (2 s), its own (10
 * s), code for failures (3 s), static details (3 s), a tab that freezes with the lease (15 s), the
 * check of an old session (10 s), and a login of another tab (13 s).
 */
export const withinMs = {
  start: 56_000,
  /** A read with its repeats. Waits for sessions and code count into it. */
  read: 31_000,
  check: 56_000,
  login: 56_000,
  logout: 2000,
  /** Each use of a database takes at most 2 s, and code may come late. */
  forget: 30_000,
  buy: 75_000,
  settled: 90_000,
  /** A return waits until the journal can be written, or the runtime is disposed of. */
  journal: Infinity,
  once: 56_000,
} as const;
