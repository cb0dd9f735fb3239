import type { Clock } from '../browser/clock.ts';

/** A request to the platform, as a report shows it: nothing in it is the viewer's. */
export interface MadeCall {
  /** When it left, in ms since 1970. */
  readonly at: number;
  /** The endpoint's id: the route, without values. */
  readonly id: string;
  /** Until the end of the answer. */
  readonly tookMs: number;
  /** 0 where there was no answer, or the browser does not say. */
  readonly status: number;
}

/** An attempt that failed, as a report shows it: nothing in it is the viewer's. */
export interface FailedAttempt {
  /** In ms since 1970. */
  readonly at: number;
  /** The endpoint's id: the route, without values. */
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  readonly code: string;
  readonly status: number | undefined;
}

/** The last requests of a runtime. */
export interface CallLog {
  /** The oldest first. One that is under way is not in it yet. */
  readonly calls: readonly MadeCall[];
  /**
   * Notes that a request leaves. The returned function writes it down with its status, 0 where
   * there was no answer.
   */
  readonly begin: (id: string) => (status: number) => void;
  /** Attempts that failed, the oldest first. */
  readonly failures: readonly FailedAttempt[];
  readonly fail: (attempt: FailedAttempt) => void;
}

/** So many of each are remembered. */
const mostEntries = 50;

export function createCallLog({ now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): CallLog {
  const calls: MadeCall[] = [];
  const failures: FailedAttempt[] = [];
  return {
    calls,
    failures,
    fail(attempt) {
      failures.push(attempt);
      if (failures.length > mostEntries) failures.shift();
    },
    begin(id) {
      const at = now();
      const start = monotonic();
      return (status) => {
        calls.push({ at, id, tookMs: Math.round(monotonic() - start), status });
        if (calls.length > mostEntries) calls.shift();
      };
    },
  };
}
