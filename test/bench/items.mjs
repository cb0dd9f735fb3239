// A page with many items for sale: the processor time of its main thread until each has its state,
// and the memory that they hold, beside a page that sends the same requests by itself. Then the
// processor time of a change of one item, beside many others and beside few.
import { chromium } from 'playwright';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { judge } from './judge.mjs';
import { startApi, startPages } from './origins.mjs';

const COUNTS = [500, 1000, 2000, 4000];
const RUNS = 5;
/** Of the time for one item: at 4,000 items by that at 1,000. Also of a change beside as many. */
const BUDGET_RATIO = 1.3;
/** Changes of one item in a reading. */
const CHANGES = 100;

const ANSWER = JSON.stringify({
  metadata: { status: 200 },
  result: { general: { canPlay: 1, reason: 'free', validUntil: 0 } },
});

/** Both run in the page, with the number of items and the address of the platform. */
const WAYS = {
  usher: (count) =>
    new Promise((resolve) => {
      let granted = 0;
      for (let index = 1; index <= count; index++) {
        const item = window.runtime.item({ item: index, streamtype: 'video' });
        const stop = item.$state.subscribe(({ access }) => {
          if (access !== 'granted') return;
          if (++granted === count) resolve();
          queueMicrotask(() => stop());
        });
        void item.check();
      }
    }),
  fetch: async (count, url) => {
    let next = 1;
    const ask = async () => {
      while (next <= count) {
        const query = new URLSearchParams({ item: next++, streamtype: 'video' });
        const response = await fetch(`${url}/v3.1/741/payment/itemstate?${query}`, {
          method: 'POST',
        });
        await response.json();
      }
    };
    await Promise.all(Array.from({ length: 6 }, ask));
  },
};

/** Runs in the page: one item is checked again and again, beside `count` others that it knows. */
async function changeOne(changes) {
  const item = window.runtime.item({ item: 1, streamtype: 'video' });
  for (let change = 0; change < changes; change++) await item.check();
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/**
 * One reading on a page of its own: processor time in ms, memory in KB, and the processor time of a
 * change of one item.
 */
async function read(browser, pages, way, count, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${pages.url}/usher.html`);
  await page.waitForFunction(() => window.__ready);
  await page.evaluate(async () => {
    await new Promise((resolve) => window.usher.push((usher) => resolve((window.runtime = usher))));
    await window.runtime.item({ item: 999_999, streamtype: 'video' }).check(); // loads the chunk
  });
  const metrics = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics: list } = await devtools.send('Performance.getMetrics');
    return Object.fromEntries(list.map(({ name, value }) => [name, value]));
  };
  const before = await metrics();
  await page.evaluate(`(${WAYS[way].toString()})(${count}, ${JSON.stringify(url)})`);
  const spent = await devtools.send('Performance.getMetrics');
  const task = (list) => list.find(({ name }) => name === 'TaskDuration').value;
  const after = await metrics();
  await page.evaluate(`(${changeOne.toString()})(${way === 'usher' ? CHANGES : 0})`);
  const changed = await devtools.send('Performance.getMetrics');
  await context.close();
  return {
    changeMs: ((task(changed.metrics) - after.TaskDuration) * 1000) / CHANGES,
    cpuMs: (task(spent.metrics) - before.TaskDuration) * 1000,
    heapKb: (after.JSHeapUsedSize - before.JSHeapUsedSize) / 1024,
  };
}

export async function run() {
  const api = await startApi(0, { '/payment/itemstate': (response) => response.end(ANSWER) });
  const pages = await startPages(api.url);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  const found = new Map();
  try {
    console.log(`  ${RUNS} runs each, by turns; medians`);
    for (const count of COUNTS) {
      const seen = { usher: [], fetch: [] };
      for (let run = 0; run < RUNS; run++) {
        for (const way of Object.keys(WAYS)) {
          seen[way].push(await read(browser, pages, way, count, api.url));
        }
      }
      const middle = (way, name) => median(seen[way].map((one) => one[name]));
      const [own, bare] = [middle('usher', 'cpuMs'), middle('fetch', 'cpuMs')];
      found.set(count, { item: own / count, change: middle('usher', 'changeMs') });
      console.log(
        `  ${String(count).padStart(5)} items: ${own.toFixed(0)} ms, by fetch ${bare.toFixed(0)} ms; ${((own - bare) / count).toFixed(3)} ms above fetch and ${(middle('usher', 'heapKb') / count).toFixed(1)} KB for each; ${middle('usher', 'changeMs').toFixed(2)} ms for a change`,
      );
    }
  } finally {
    await Promise.all([browser.close(), pages.close(), api.close()]);
  }
  for (const name of ['item', 'change']) {
    const ratio = found.get(4000)[name] / found.get(1000)[name];
    const title = name === 'item' ? 'an item of 4,000 by one of 1,000' : 'a change beside 4,000';
    judge(title, ratio.toFixed(2), ratio <= BUDGET_RATIO, '1.3');
  }
}
