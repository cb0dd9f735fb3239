import type { Pace } from './page-patches.ts';

/** The reference platform's clock, which a test moves. */
export interface PlatformClock {
  readonly now: () => Date;
  /** Moves on by this number of ms at once. */
  readonly pass: (ms: number) => void;
  /** Runs like the clocks of a page with `movableClocks` of this pace. */
  readonly follow: (pace: Pace) => void;
  readonly reset: () => void;
}

const usual: Pace = { rate: 1, since: 0, skippedMs: 0, deadlinesMs: [] };

export function createPlatformClock(): PlatformClock {
  let [pace, passedMs] = [usual, 0];
  return {
    now() {
      const [{ rate, since, skippedMs }, real] = [pace, Date.now()];
      return new Date(passedMs + (real < since ? real : since + skippedMs + (real - since) * rate));
    },
    pass: (ms) => {
      passedMs += ms;
    },
    follow: (next) => {
      pace = next;
    },
    reset: () => {
      [pace, passedMs] = [usual, 0];
    },
  };
}

/** The time between two moments of the machine's clock at this pace, in ms. */
export function pacedMs({ rate, since, skippedMs }: Pace, from: number, to: number): number {
  const at = (real: number): number =>
    real < since ? real : since + skippedMs + (real - since) * rate;
  return at(to) - at(from);
}
