// A million devices that come within one minute, planned by the runtime's own functions: the load
// by the second, and after an outage.
import { peakOf, runHerd, spreadOf } from '../world/herd.ts';
import { judge } from './judge.mjs';

const MINUTE_MS = 60_000;
const SESSIONS = 1_000_000;
const INTERVAL_MIN = 12;
/**
 * Three intervals take 3 times 13:47 at most: from here on every device is in its fourth, or a
 * later one.
 */
const FOURTH_MIN = 43;
const OUTAGE_MIN = { from: 108, to: 118 };
const BUDGETS = { peakToMean: 1.3, spreadSec: 60 };

export async function run() {
  const { perSecond, returns } = runHerd({
    sessions: SESSIONS,
    seed: 1,
    outageFrom: OUTAGE_MIN.from * MINUTE_MS,
    outageTo: OUTAGE_MIN.to * MINUTE_MS,
    until: (OUTAGE_MIN.to + INTERVAL_MIN) * MINUTE_MS,
  });
  console.log(`  ${SESSIONS} sessions opened within one minute; keepalives per second`);
  for (let from = 0; from + INTERVAL_MIN <= OUTAGE_MIN.from; from += INTERVAL_MIN) {
    const { mean, peak } = peakOf(perSecond, from * 60, (from + INTERVAL_MIN) * 60);
    console.log(
      `  minutes ${`${from} to ${from + INTERVAL_MIN}`.padEnd(10)} mean ${mean.toFixed(0).padStart(5)}   peak ${peak.toFixed(0).padStart(5)}   ratio ${(peak / mean).toFixed(2)}`,
    );
  }
  const steady = peakOf(perSecond, FOURTH_MIN * 60, OUTAGE_MIN.from * 60);
  const back = peakOf(perSecond, OUTAGE_MIN.to * 60, (OUTAGE_MIN.to + 2) * 60);
  const ratio = steady.peak / steady.mean;
  const spreadSec = spreadOf(returns) / 1000;
  console.log(
    `  outage from minute ${OUTAGE_MIN.from} to ${OUTAGE_MIN.to}: ${returns.length} devices met it; in the 2 min after it mean ${back.mean.toFixed(0)}, peak ${back.peak} in a second, ratio ${(back.peak / back.mean).toFixed(2)}`,
  );
  return [
    judge(
      `peak to mean, minutes ${FOURTH_MIN} to ${OUTAGE_MIN.from}`,
      ratio.toFixed(3),
      ratio <= BUDGETS.peakToMean,
      `${BUDGETS.peakToMean}`,
    ),
    judge(
      'return, from the 5th to the 95th percent',
      `${spreadSec.toFixed(1)} s`,
      spreadSec >= BUDGETS.spreadSec,
      `${BUDGETS.spreadSec} s or more`,
    ),
  ].every(Boolean);
}
