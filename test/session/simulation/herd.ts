import { createDeviceHash } from '../../../src/session/device-hash.ts';
import { dueMsOf, retryAfterMs } from '../../../src/session/background/keepalive-plan.ts';
import { createChance } from './chance.ts';

/** Many devices that come within one minute, and an outage later. Times in ms from the first. */
export interface Herd {
  readonly sessions: number;
  readonly seed: number;
  readonly outageFrom: number;
  readonly outageTo: number;
  readonly until: number;
}

/** What reached the platform. */
export interface HerdLoad {
  /** Keepalives in each second. */
  readonly perSecond: Uint32Array;
  /**
   * When devices whose keepalive had failed in the outage came back, each once, in ms after its
   * end, from the earliest on.
   */
  readonly returns: Float64Array;
}

const openedWithinMs = 60_000;
const startMs = Date.UTC(2026, 10, 21, 20, 15);

/**
 * Lets each device keep its session as the runtime plans it: one tab, awake, on a network without
 * delay.
 */
export function runHerd(herd: Herd): HerdLoad {
  const chance = createChance(herd.seed);
  const perSecond = new Uint32Array(Math.ceil(herd.until / 1000));
  const returns: number[] = [];
  for (let index = 0; index < herd.sessions; index++) {
    const opened = chance() * openedWithinMs;
    const returned = keepOne(
      herd,
      opened,
      createDeviceHash(startMs + opened, chance),
      chance,
      perSecond,
    );
    if (returned !== undefined) returns.push(returned);
  }
  return { perSecond, returns: Float64Array.from(returns).sort() };
}

/** Gives back when it returned from the outage, if that had met it. */
function keepOne(
  { outageFrom, outageTo, until }: Herd,
  opened: number,
  hash: string,
  chance: () => number,
  perSecond: Uint32Array,
): number | undefined {
  let keptAt = opened;
  let failures = 0;
  let returned: number | undefined;
  for (let now = keptAt + dueMsOf({ at: startMs + keptAt, hash }, 0, chance); now < until;) {
    if (now >= outageFrom && now < outageTo) {
      now += retryAfterMs(++failures, now - keptAt, chance);
      continue;
    }
    perSecond[Math.floor(now / 1000)]!++;
    if (failures) returned = now - outageTo;
    failures = 0;
    keptAt = now;
    now += dueMsOf({ at: startMs + keptAt, hash }, 0, chance);
  }
  return returned;
}

/**
 * Keepalives per second in a span of seconds: the mean, and the most that any bin of so many
 * seconds has.
 */
export function peakOf(
  perSecond: Uint32Array,
  from: number,
  to: number,
  binSeconds = 1,
): { readonly mean: number; readonly peak: number } {
  let [sum, peak] = [0, 0];
  for (let start = from; start + binSeconds <= to; start += binSeconds) {
    const inBin = perSecond.subarray(start, start + binSeconds).reduce((all, one) => all + one, 0);
    sum += inBin;
    peak = Math.max(peak, inBin / binSeconds);
  }
  return { mean: sum / (Math.floor((to - from) / binSeconds) * binSeconds), peak };
}

/** The time from the 5th to the 95th of a hundred that come, in ms. */
export function spreadOf(sorted: Float64Array): number {
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return at(0.95) - at(0.05);
}
