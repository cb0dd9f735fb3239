/** The reference platform's own clock, which a test moves. */
export interface PlatformClock {
  readonly now: () => Date;
  /** Goes on by so many ms at once. */
  readonly pass: (ms: number) => void;
  /** Runs so many times as fast from a moment of the machine's clock on, as the clocks of a page with `movableClocks` do. */
  readonly run: (rate: number, since: number) => void;
  readonly reset: () => void;
}

export function createPlatformClock(): PlatformClock {
  let [rate, since, passedMs] = [1, Date.now(), 0];
  return {
    now: () => new Date(since + (Date.now() - since) * rate + passedMs),
    pass: (ms) => { passedMs += ms; },
    run: (nextRate, nextSince) => { [rate, since] = [nextRate, nextSince]; },
    reset: () => { [rate, since, passedMs] = [1, Date.now(), 0]; },
  };
}
