// From the first statement of the script to a ready session, beside a bare fetch of the same bytes; and the same on the next page.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { startApi, startPages } from './origins.mjs';

const PAIRS = 25;
const WARM_UPS = 3;
const ANSWER_DELAY_MS = 50;
/** Long enough for any of the pages, which are asked once: a polling test would spoil their times. */
const SETTLE_MS = 600;
const BUDGETS_MS = { coldOverBare: 4, nextPage: 6 };

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Loads a page and answers how long it took to be ready, and what reached the API. */
async function load(page, url, api) {
  const before = api.requests.length;
  await page.goto(url, { waitUntil: 'commit' });
  await sleep(SETTLE_MS);
  const times = await page.evaluate(() => {
    const init = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/session/init'));
    return { ms: window.__ready - window.__t0, sentMs: init?.startTime - window.__t0, answeredMs: init?.responseEnd - window.__t0 };
  });
  if (!Number.isFinite(times.ms)) throw new Error(`${url} was not ready within ${SETTLE_MS} ms`);
  return { ...times, requests: api.requests.slice(before) };
}

/**
 * Loads a page so many times one after the other, by a viewer whom the site does not know: its storage is cleared first. The browser itself is
 * one that has been running for a while: the first storage access of a new profile takes 4 to 11 ms, which no script can help.
 */
async function loadInTurn(page, url, api, times) {
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'local_storage,indexeddb,cookies' });
  await devtools.detach();
  const loads = [];
  while (loads.length < times) loads.push(await load(page, url, api));
  return loads;
}

const isPreflight = ({ method }) => method === 'OPTIONS';

function report(bare, cold, next) {
  const ms = (number) => `${number.toFixed(1)} ms`.padStart(9);
  const overBare = cold.map((one, index) => one.ms - bare[index].ms);
  const medianOf = (loads) => median(loads.map((one) => one.ms));
  const steps = (loads) => `sent after ${median(loads.map((one) => one.sentMs)).toFixed(1)}, answered after ${median(loads.map((one) => one.answeredMs)).toFixed(1)}`;
  const most = (loads, pick) => Math.max(...loads.map(({ requests }) => requests.filter(pick).length));
  console.log(`  ${PAIRS} pairs, the answer comes after ${ANSWER_DELAY_MS} ms; medians`);
  console.log(`  bare fetch            ${ms(medianOf(bare))}   ${steps(bare)}`);
  console.log(`  cold start            ${ms(medianOf(cold))}   ${steps(cold)}`);
  console.log(`  difference, by medians${ms(medianOf(cold) - medianOf(bare))}   budget ${BUDGETS_MS.coldOverBare} ms`);
  console.log(`  difference, by pairs  ${ms(median(overBare))}   from ${Math.min(...overBare).toFixed(1)} to ${Math.max(...overBare).toFixed(1)}`);
  console.log(`  next page             ${ms(medianOf(next))}   budget ${BUDGETS_MS.nextPage} ms`);
  console.log(`  requests              cold ${most(cold, (one) => !isPreflight(one))}, preflights ${most(cold, isPreflight)}; next page ${most(next, () => true)}   (at most)`);
}

export async function run() {
  const api = await startApi(ANSWER_DELAY_MS);
  const pages = await startPages(api.url);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  const page = await (await browser.newContext()).newPage();
  try {
    // The bare fetch repeats what a first page sent.
    const [first] = await loadInTurn(page, `${pages.url}/usher.html`, api, 1);
    const [opening] = first.requests;
    pages.bareRequest = opening;
    console.log(`  ${opening.method} ${opening.path} ${opening.body}`);
    const bare = [];
    const usher = [];
    for (let index = 0; index < WARM_UPS + PAIRS; index += 1) {
      const steps = [
        async () => bare.push(...(await loadInTurn(page, `${pages.url}/bare.html`, api, 1))),
        async () => usher.push(await loadInTurn(page, `${pages.url}/usher.html`, api, 2)),
      ];
      // By turns first, so that neither always finds a browser that has just rested.
      if (index % 2) steps.reverse();
      for (const step of steps) await step();
    }
    const measured = usher.slice(WARM_UPS);
    report(bare.slice(WARM_UPS), measured.map(([cold]) => cold), measured.map(([, next]) => next));
  } finally {
    await Promise.all([browser.close(), pages.close(), api.close()]);
  }
}
