/** How often somebody may be wrong in a minute: more than a person is. */
const maxFailures = 10;
const windowMs = 60_000;
/** Beyond so many names those are forgotten that nobody tries any more. */
const maxNames = 10_000;

/** Slows down who guesses passwords or codes. */
export interface LoginAttempts {
  /**
   * Begins an attempt. It counts before its outcome is known, so that many at once count too.
   *
   * @returns what takes it back, when it succeeds; or how long to wait, in seconds
   */
  begin(name: string, now: Date): (() => void) | { readonly waitSeconds: number };
}

/** Counts in memory: a new process begins anew. */
export function createLoginAttempts(): LoginAttempts {
  const failures = new Map<string, number[]>();
  const recent = (name: string, nowMs: number): number[] =>
    (failures.get(name) ?? []).filter((at) => at > nowMs - windowMs);
  return {
    begin(name, now) {
      const at = now.getTime();
      if (failures.size > maxNames) {
        for (const key of failures.keys()) if (recent(key, at).length === 0) failures.delete(key);
      }
      const before = recent(name, at);
      const [first = at] = before;
      if (before.length >= maxFailures) {
        return { waitSeconds: Math.ceil((first + windowMs - at) / 1000) };
      }
      const attempts = [...before, at];
      failures.set(name, attempts);
      return () => {
        const kept = failures.get(name) ?? [];
        const index = kept.indexOf(at);
        failures.set(name, [...kept.slice(0, index), ...kept.slice(index + 1)]);
      };
    },
  };
}
