/** The most that is taken at once: a device that slept did not play for hours. */
const maxSeconds = 3600;

/** Counts the seconds in which something runs. */
export interface ViewClock {
  readonly start: () => void;
  readonly stop: () => void;
  /** The seconds since the last `take`. */
  readonly read: () => number;
  /** The same in tenths, and counts from 0 again. */
  readonly take: () => number;
}

export function createViewClock(): ViewClock {
  let countedMs = 0;
  let since: number | undefined;
  const read = (): number =>
    (countedMs + (since === undefined ? 0 : performance.now() - since)) / 1000;
  return {
    read,
    start() {
      since ??= performance.now();
    },
    stop() {
      if (since !== undefined) countedMs += performance.now() - since;
      since = undefined;
    },
    take() {
      const seconds = Math.min(maxSeconds, Math.round(read() * 10) / 10);
      countedMs = 0;
      if (since !== undefined) since = performance.now();
      return seconds;
    },
  };
}
