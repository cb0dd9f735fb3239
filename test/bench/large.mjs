// Statistics of 100,000 entries, read by the runtime in a page: how long the page is held up,
// beside what a page would write by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { judge } from './judge.mjs';
import { largeAnswer } from './large-answer.mjs';
import { longestTasks, taskCategories } from './main-thread.mjs';
import { startApi, startPages } from './origins.mjs';

const ENTRIES = 100_000;
const RUNS = 9;
const WARM_UPS = 2;
const RATES = [1, 4];
/** Of a task, at CPU x4. */
const BUDGET_MS = 16;

/** How the body comes: all at once, or as by a good line. */
const DELIVERIES = {
  'at once': (body) => (response) => response.end(body),
  '100 Mbit/s': (body) => async (response) => {
    for (let at = 0; at < body.length; at += 64_000) {
      response.write(body.slice(at, at + 64_000));
      await sleep(5);
    }
    response.end();
  },
};

/**
 * How each reads the answer to the end; `text()` only takes it, the last two give up its order, and
 * digits.
 */
const WAYS = {
  'usher.call': `runtime.call('statistics/itemlist', window.asked).then(({ result }) => result.size)`,
  'response.text()': `fetch(window.address).then((response) => response.text()).then((text) => text && ${ENTRIES})`,
  'response.json()': `fetch(window.address).then((response) => response.json()).then(({ result }) => result !== undefined && ${ENTRIES})`,
  'response.json(), Map': `fetch(window.address).then((response) => response.json()).then(({ result }) => new Map(Object.entries(result)).size)`,
};

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Opens a page with a session, whose chunk for statistics is loaded. */
async function openPage(browser, pages) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${pages.url}/usher.html`);
  await page.waitForFunction(() => window.__ready);
  await page.evaluate(async () => {
    window.asked = { streamtype: 'video', kpi: 'view', from: '2026-11-01', to: '2026-11-20' };
    await new Promise((resolve) => window.usher.push((usher) => resolve((window.runtime = usher))));
    await window.runtime.call('statistics/itemlist', window.asked);
    // The observer of long tasks, as a site's own monitoring has it.
    window.long = [];
    new PerformanceObserver((list) =>
      window.long.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    window.address = performance
      .getEntriesByType('resource')
      .findLast(({ name }) => name.includes('itemlist')).name;
  });
  return page;
}

/** Runs in the page. */
async function timed(read) {
  let [frameMs, last, isOver] = [0, performance.now(), false];
  const onFrame = () => {
    const now = performance.now();
    [frameMs, last] = [Math.max(frameMs, now - last), now];
    if (!isOver) requestAnimationFrame(onFrame);
  };
  await new Promise(requestAnimationFrame);
  onFrame();
  performance.mark('read-start');
  const startedAt = performance.now();
  const size = await read();
  const totalMs = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, 0)); // the last task ends
  performance.mark('read-end');
  isOver = true;
  return { size, totalMs, frameMs };
}

/**
 * One reading: how long it took in all, its longest task, and how long the page had no frame at
 * most.
 */
async function read(browser, page, way) {
  await browser.startTracing(page, { categories: taskCategories });
  const { size, totalMs, frameMs } = await page.evaluate(
    `(${timed.toString()})(() => ${WAYS[way]})`,
  );
  const tasks = longestTasks(await browser.stopTracing());
  if (size !== ENTRIES) throw new Error(`${way}: ${size} entries`);
  return {
    ...tasks,
    totalMs,
    frameMs,
    longTasks: await page.evaluate(() => window.long.splice(0)),
  };
}

async function measure(browser, page, rate) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  const seen = Object.fromEntries(Object.keys(WAYS).map((way) => [way, []]));
  for (let run = 0; run < WARM_UPS + RUNS; run++) {
    // By turns, so that all meet the same noise.
    for (const way of Object.keys(WAYS)) {
      const one = await read(browser, page, way);
      if (run >= WARM_UPS) seen[way].push(one);
    }
  }
  await devtools.detach();
  return seen;
}

const columns = [
  'longest task',
  'its CPU time',
  'beside json()',
  'worst CPU time',
  'without body',
  'runs > 50 ms',
  'without frame',
  'in all',
];

function report(delivery, rate, seen) {
  const ms = (number) => `${number.toFixed(1)} ms`;
  const middle = (way, name) => median(seen[way].map((one) => one[name]));
  console.log(
    `  ${delivery}, CPU x${rate}`.padEnd(28) + columns.map((title) => title.padStart(15)).join(''),
  );
  for (const way of Object.keys(WAYS)) {
    const held = seen[way].filter(({ longTasks }) => longTasks.length > 0).length;
    const beside = (middle(way, 'cpuMs') / middle('response.json()', 'cpuMs')).toFixed(2);
    const worst = Math.max(...seen[way].map(({ cpuMs }) => cpuMs));
    const cells = [
      ms(middle(way, 'wallMs')),
      ms(middle(way, 'cpuMs')),
      beside,
      ms(worst),
      ms(middle(way, 'ownMs')),
      `${held} of ${RUNS}`,
      ms(middle(way, 'frameMs')),
      ms(middle(way, 'totalMs')),
    ];
    console.log(`    ${way}`.padEnd(28) + cells.map((cell) => cell.padStart(15)).join(''));
  }
  return middle('usher.call', 'ownMs');
}

export async function run() {
  const body = largeAnswer(ENTRIES);
  let deliver;
  const api = await startApi(0, { '/statistics/itemlist': (response) => deliver(response) });
  const pages = await startPages(api.url);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  const found = [];
  try {
    console.log(
      `  ${ENTRIES} entries, ${(body.length / 1e6).toFixed(2)} MB; ${RUNS} runs each, by turns; medians. Tasks without body: all but for the one in which the engine hands the answer over`,
    );
    for (const delivery of Object.keys(DELIVERIES)) {
      deliver = DELIVERIES[delivery](body);
      const page = await openPage(browser, pages);
      for (const rate of RATES) {
        found.push([
          `${delivery}, CPU x${rate}`,
          report(delivery, rate, await measure(browser, page, rate)),
        ]);
      }
      await page.context().close();
    }
  } finally {
    await Promise.all([browser.close(), pages.close(), api.close()]);
  }
  // Told, and no failure: the machine's speed has a part in it.
  for (const [name, cpuMs] of found) {
    judge(
      `task without body, ${name}`,
      `${cpuMs.toFixed(1)} ms`,
      cpuMs <= BUDGET_MS,
      `${BUDGET_MS} ms`,
    );
  }
}
