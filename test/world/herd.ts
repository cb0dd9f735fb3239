import { dueMsOf, retryWaitMs } from '../../src/session/keepalive/keepalive-plan.ts';
import { createDeviceHash } from '../../src/session/opening/device-hash.ts';
import { createChance } from './chance.ts';

/**
 * Many devices that start within one minute, and a later outage. Times are in ms from the first
 * start.
 */
export interface Herd {
  readonly sessions: number;
  readonly seed: number;
  readonly outageFrom: number;
  readonly outageTo: number;
  readonly until: number;
}

/** The requests at the platform. */
export interface HerdLoad {
  /** Keepalives in each second. */
  readonly perSecond: Uint32Array;
  /**
   * When devices returned whose keepalive had failed in the outage: once each, in ms after its end,
   * ascending.
   */
  readonly returns: Float64Array;
}

const openedWithinMs = 60_000;
const startMs = Date.UTC(2026, 10, 21, 20, 15);

/**
 * Lets each device send keepalives as the runtime plans them: one awake tab, on a network without
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

/** Returns when the device was back after the outage, if the outage had affected it. */
function keepOne(
  { outageFrom, outageTo, until }: Herd,
  opened: number,
  deviceHash: string,
  chance: () => number,
  perSecond: Uint32Array,
): number | undefined {
  let keptAt = opened;
  let failures = 0;
  let returned: number | undefined;
  for (
    let now = keptAt + dueMsOf({ keptAliveAt: startMs + keptAt, deviceHash }, 0, chance);
    now < until;
  ) {
    if (now >= outageFrom && now < outageTo) {
      now += retryWaitMs(++failures, now - keptAt, chance);
      continue;
    }
    perSecond[Math.floor(now / 1000)]!++;
    if (failures) returned = now - outageTo;
    failures = 0;
    keptAt = now;
    now += dueMsOf({ keptAliveAt: startMs + keptAt, deviceHash }, 0, chance);
  }
  return returned;
}

/** Keepalives per second in a period: the mean, and the maximum over bins of `binSeconds`. */
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

/** The time in ms from the 5th to the 95th percentile. */
export function spreadOf(sorted: Float64Array): number {
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return at(0.95) - at(0.05);
}
