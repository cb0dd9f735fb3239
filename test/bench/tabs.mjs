// Ten tabs of one device for an hour, beside one tab: the runtime itself in the pages of a world, which
// has a browser, a network and a time of its own.
import { createPages, keepalivesOf, largestGap } from '../world/pages.ts';
import { judge } from './judge.mjs';

const MINUTE_MS = 60_000;
const BUDGETS = { keepalives: 6, gapMin: 15 };

/** Opens so many tabs, 2 s apart, and lets an hour pass. */
async function keepFor(tabs) {
  const pages = await createPages(1);
  for (let place = 0; place < tabs; place += 1) {
    pages.open(place);
    await pages.pass(2000);
  }
  await pages.pass(60 * MINUTE_MS);
  const times = keepalivesOf(pages);
  return {
    keepalives: times.length,
    requests: pages.world.facts.sent.length,
    gapMin: largestGap([...times, pages.world.now()]) / MINUTE_MS,
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
