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

/** The last requests of a runtime. */
export interface CallLog {
  /** The oldest first. One that is under way is not in it yet. */
  readonly calls: readonly MadeCall[];
  /** Notes that a request leaves. The returned function writes it down with its status, 0 where there was no answer. */
  readonly begin: (id: string) => (status: number) => void;
}

/** So many are remembered. */
const mostCalls = 50;

export function createCallLog({ now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): CallLog {
  const calls: MadeCall[] = [];
  return {
    calls,
    begin(id) {
      const at = now();
      const start = monotonic();
      return (status) => {
        calls.push({ at, id, tookMs: Math.round(monotonic() - start), status });
        if (calls.length > mostCalls) calls.shift();
      };
    },
  };
}
