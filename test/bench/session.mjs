// From the first statement of the script, and from the end of the document's response, to a ready
// session: beside a bare fetch of the same bytes, at full speed and with the CPU slowed down; and
// the same on the next page. `--against DIR` measures another build's `dist/cdn` in the same run.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { median } from './median.ts';
import { startApi, startPages } from './origins.mjs';

const PAIRS = 25;
const WARM_UPS = 3;
const ANSWER_DELAY_MS = 50;
const CPU_RATES = [1, 4];
/**
 * Long enough for any of the pages, which are asked once: a polling test would spoil their times.
 */
const SETTLE_MS = 600;
/** The design's goals, over a bare fetch and for the next page. */
const GOALS_MS = { 1: { coldOverBare: 2, nextPage: 3 }, 4: { coldOverBare: 10 } };

/** Loads a page and answers how long it took to be ready, and what reached the API. */
async function load(page, url, api) {
  const before = api.requests.length;
  await page.goto(url, { waitUntil: 'commit' });
  await sleep(SETTLE_MS);
  const times = await page.evaluate(() => {
    const init = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/session/init'));
    const documentMs = performance.getEntriesByType('navigation')[0].responseEnd;
    return {
      ms: window.__ready - window.__t0,
      fromDocumentMs: window.__ready - documentMs,
      sentMs: init?.startTime - window.__t0,
      answeredMs: init?.responseEnd - window.__t0,
    };
  });
  if (!Number.isFinite(times.ms)) throw new Error(`${url} was not ready within ${SETTLE_MS} ms`);
  return { ...times, requests: api.requests.slice(before) };
}

/**
 * Loads a page so many times one after the other, by a viewer whom the site does not know: its
 * storage is cleared first. The browser itself is one that has been running for a while: the first
 * storage access of a new profile takes 4 to 11 ms, which no script can help.
 */
async function loadInTurn(page, url, api, times) {
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'local_storage,indexeddb,cookies',
  });
  await devtools.detach();
  const loads = [];
  while (loads.length < times) loads.push(await load(page, url, api));
  return loads;
}

const isPreflight = ({ method }) => method === 'OPTIONS';
const inMs = (number) => `${number.toFixed(1)} ms`.padStart(9);
const medianOf = (loads, name = 'ms') => median(loads.map((one) => one[name]));

/** One line: from the first statement, from the document, and what lies between. */
function printRow(title, loads) {
  const sent = Number.isFinite(loads[0].sentMs)
    ? `sent after ${medianOf(loads, 'sentMs').toFixed(1)}, answered after ${medianOf(loads, 'answeredMs').toFixed(1)}`
    : '';
  console.log(
    `  ${title.padEnd(26)}${inMs(medianOf(loads))}${inMs(medianOf(loads, 'fromDocumentMs'))}   ${sent}`,
  );
}

function report(rate, bare, builds) {
  const { coldOverBare, nextPage } = GOALS_MS[rate];
  console.log(
    `\n  CPU x${rate}, ${PAIRS} pairs, the answer comes after ${ANSWER_DELAY_MS} ms; medians from the first statement, and from the document`,
  );
  printRow('bare fetch', bare);
  for (const { title, loads } of builds) {
    const cold = loads.map(([first]) => first);
    const next = loads.map(([, second]) => second);
    const overBare = cold.map((one, index) => one.ms - bare[index].ms);
    const most = (all, pick) =>
      Math.max(...all.map(({ requests }) => requests.filter(pick).length));
    printRow(`${title}, cold`, cold);
    printRow(`${title}, next page`, next);
    console.log(
      `  over the bare fetch       ${inMs(medianOf(cold) - medianOf(bare))} by medians, ${inMs(median(overBare))} by pairs (goal ${coldOverBare} ms${nextPage ? `; next page ${nextPage} ms` : ''})`,
    );
    console.log(
      `  requests                  cold ${most(cold, (one) => !isPreflight(one))}, preflights ${most(cold, isPreflight)}; next page ${most(next, () => true)}   (at most)`,
    );
  }
}

async function measure(page, rate, api, pages) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  const bare = [];
  const builds = pages.builds.map(({ title, path }) => ({ title, path, loads: [] }));
  for (let index = 0; index < WARM_UPS + PAIRS; index += 1) {
    const steps = [
      async () => bare.push(...(await loadInTurn(page, `${pages.url}/bare.html`, api, 1))),
      ...builds.map(
        ({ path, loads }) =>
          async () =>
            loads.push(await loadInTurn(page, pages.url + path, api, 2)),
      ),
    ];
    // By turns first, so that none always finds a browser that has just rested.
    for (let turn = 0; turn < steps.length; turn += 1) await steps[(turn + index) % steps.length]();
  }
  report(
    rate,
    bare.slice(WARM_UPS),
    builds.map(({ title, loads }) => ({ title, loads: loads.slice(WARM_UPS) })),
  );
  await devtools.detach();
}

export async function run({ against } = {}) {
  const api = await startApi(ANSWER_DELAY_MS);
  const pages = await startPages(api.url, against);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  const page = await (await browser.newContext()).newPage();
  try {
    // The bare fetch repeats what a first page sent.
    const [first] = await loadInTurn(page, pages.url + pages.builds[0].path, api, 1);
    const [opening] = first.requests;
    pages.bareRequest = opening;
    console.log(`  ${opening.method} ${opening.path} ${opening.body}`);
    for (const rate of CPU_RATES) await measure(page, rate, api, pages);
  } finally {
    await Promise.all([browser.close(), pages.close(), api.close()]);
  }
}
