// A day in one tab of a real browser, its time moved by hand: what of the runtime is left in the
// heap, and what waits or listens.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { judge } from './judge.mjs';
import { startApi, startPages } from './origins.mjs';
import { installClock } from './virtual-clock.mjs';

const MINUTE_MS = 60_000;
/** How long a chunk may take from loopback. */
const LOADING_MS = 20;
/** Everything that a page loads later has been loaded by then. */
const WARM_UP_HOURS = 2;
const HOURS = 24;
const BUDGETS = { growthKb: 200, keepalivesAnHour: 6, gapMin: 15 };

/** What is left when all is collected that can be. */
async function measure(devtools, page) {
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return {
    bytes: usedSize,
    listeners: jsEventListeners,
    timers: await page.evaluate(() => window.__clock.timers()),
  };
}

const pass = (page, ms) => page.evaluate((time) => window.__clock.pass(time), ms);

/** By the minute, since what a page loads comes in a time of its own. */
async function warmUp(page) {
  for (let minute = 0; minute < WARM_UP_HOURS * 60; minute += 1) {
    await pass(page, MINUTE_MS);
    await sleep(LOADING_MS);
  }
}
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

export async function run() {
  const api = await startApi(0);
  const pages = await startPages(api.url);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  try {
    const page = await browser.newPage();
    await page.addInitScript(installClock);
    await page.goto(`${pages.url}/usher.html`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('HeapProfiler.enable');
    await warmUp(page);
    const before = await measure(devtools, page);
    await pass(page, HOURS * 60 * MINUTE_MS);
    const after = await measure(devtools, page);
    const times = await page.evaluate(() => window.__clock.sentAt.keepalive);
    const gapMin =
      Math.max(...times.map((time, index) => time - (times[index - 1] ?? 0))) / MINUTE_MS;
    console.log(`  ${HOURS} hours after the first ${WARM_UP_HOURS}; ${times.length} keepalives`);
    return [
      judge('heap', kb(after.bytes), true, `(${kb(before.bytes)} before)`),
      judge(
        'growth of the heap',
        kb(after.bytes - before.bytes),
        after.bytes - before.bytes <= BUDGETS.growthKb * 1024,
        `${BUDGETS.growthKb} KB`,
      ),
      judge(
        'timers',
        `${after.timers}`,
        after.timers <= before.timers,
        `${before.timers} as before`,
      ),
      judge(
        'listeners',
        `${after.listeners}`,
        after.listeners <= before.listeners,
        `${before.listeners} as before`,
      ),
      judge(
        'keepalives an hour',
        (times.length / (HOURS + WARM_UP_HOURS)).toFixed(2),
        times.length <= BUDGETS.keepalivesAnHour * (HOURS + WARM_UP_HOURS),
        `${BUDGETS.keepalivesAnHour}`,
      ),
      judge(
        'largest gap',
        `${gapMin.toFixed(2)} min`,
        gapMin <= BUDGETS.gapMin,
        `${BUDGETS.gapMin} min`,
      ),
    ].every(Boolean);
  } finally {
    await Promise.all([browser.close(), pages.close(), api.close()]);
  }
}
