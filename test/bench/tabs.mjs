// Ten tabs of one device for an hour, beside one tab: the runtime itself in simulated tabs, with a
// mirror, IndexedDB and a network of their own time.
import { createDevice } from '../session/simulation/device.ts';
import { keepalivesOf, largestGap } from '../session/simulation/keepalives.ts';
import { loadRuntime } from '../session/simulation/load-runtime.ts';
import { judge } from './judge.mjs';

const MINUTE_MS = 60_000;
const BUDGETS = { keepalives: 6, gapMin: 15 };

/** Opens so many tabs, 2 s apart, and lets an hour pass. */
async function keepFor(tabs) {
  const device = createDevice({ seed: 1, renames: false, hasStorage: true }, await loadRuntime());
  for (let place = 0; place < tabs; place += 1) {
    void device.open(place).usher.start();
    await device.pass(2000);
  }
  await device.pass(60 * MINUTE_MS);
  const times = keepalivesOf(device);
  return {
    keepalives: times.length,
    requests: device.history.sent.length,
    gapMin: largestGap([...times, device.worldNow()]) / MINUTE_MS,
  };
}

export async function run() {
  const [one, ten] = [await keepFor(1), await keepFor(10)];
  console.log(
    `  one tab   ${one.keepalives} keepalives, ${one.requests} requests in all, largest gap ${one.gapMin.toFixed(2)} min`,
  );
  console.log(
    `  ten tabs  ${ten.keepalives} keepalives, ${ten.requests} requests in all, largest gap ${ten.gapMin.toFixed(2)} min`,
  );
  return [
    judge(
      'keepalives of ten tabs in an hour',
      `${ten.keepalives}`,
      ten.keepalives <= BUDGETS.keepalives,
      `${BUDGETS.keepalives}`,
    ),
    judge(
      'largest gap',
      `${ten.gapMin.toFixed(2)} min`,
      ten.gapMin <= BUDGETS.gapMin,
      `${BUDGETS.gapMin} min`,
    ),
  ].every(Boolean);
}
