import type { Clock } from '../browser/clock.ts';

/** A request to the platform, for a report. It contains no data of the viewer. */
export interface RequestTiming {
  /** When it was sent, in ms since 1970. */
  readonly startedAt: number;
  /** The id of the endpoint: the route, without values. */
  readonly id: string;
  /** Time until the end of the answer. */
  readonly durationMs: number;
  /** 0 without an answer, or when the browser does not report it. */
  readonly status: number;
  /** The reference of the call (`cfo`), if it was sent with one. */
  readonly reference?: string | undefined;
}

/** A failed attempt, for a report. It contains no data of the viewer. */
export interface FailedAttempt {
  /** In ms since 1970. */
  readonly failedAt: number;
  /** The id of the endpoint: the route, without values. */
  readonly id: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly code: string;
  readonly status: number | undefined;
}

/** The last requests of a runtime. */
export interface CallLog {
  /** Oldest first. A request under way is not included. */
  readonly calls: readonly RequestTiming[];
  /** Begins a request. The returned function adds it with its status, 0 without an answer. */
  readonly begin: (id: string, reference?: string) => (status: number) => void;
  /** Failed attempts, oldest first. */
  readonly failures: readonly FailedAttempt[];
  readonly fail: (attempt: FailedAttempt) => void;
}

/** The largest number of entries of each list. */
const maxEntries = 50;

export function createCallLog({ now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): CallLog {
  const calls: RequestTiming[] = [];
  const failures: FailedAttempt[] = [];
  return {
    calls,
    failures,
    fail(attempt) {
      failures.push(attempt);
      if (failures.length > maxEntries) failures.shift();
    },
    begin(id, reference) {
      const startedAt = now();
      const start = monotonic();
      return (status) => {
        const durationMs = Math.round(monotonic() - start);
        calls.push({ startedAt, id, durationMs, status, ...(reference && { reference }) });
        if (calls.length > maxEntries) calls.shift();
      };
    },
  };
}
