// How still the pages of the demo are, and how soon they are there: layout shift, blocking time and
// the largest contentful paint, at CPU x4 and 10 Mbit/s with 40 ms, a fresh profile for each load,
// a viewer with purchases. `--runs 5` says how many loads of each page. Only the layout shift has a
// limit that the machine's speed has no part in.
import { chromium } from '@playwright/test';
import { startPlatform } from '../../demo/platform/start-platform.ts';
import { startDemoServer } from '../../demo/server.ts';
import { loadSlowly, type Vitals } from '../fixtures/flows/vitals.ts';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';
import { judge } from './judge.mjs';

const limits = { layoutShift: 0.05, blockingMs: 200, paintMs: 1500 };
const defaultRuns = 5;
const widths = [360, 1280];
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** Prints the medians of each page at each width; false when a page moves too much. */
export async function run({ runs }: { runs?: string }): Promise<boolean> {
  const platform = await startPlatform({ dataDir: 'memory://', quiet: true });
  const server = await startDemoServer({
    baseUrl: `${platform.url}/v3.1/${platform.domain}`,
    domain: platform.domain,
  });
  const { globalId } = (await platform.filmForSale())!;
  const paths = [
    '/',
    '/browse.html',
    '/search.html?q=love',
    `/watch.html?gid=${globalId}`,
    '/tickets.html',
    '/statistics.html',
    '/submit.html',
    '/elements.html',
  ];
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  let areStill = true;
  try {
    for (const path of paths) {
      for (const width of widths) {
        const loads: Vitals[] = [];
        for (let index = 0; index < Number(runs ?? defaultRuns); index += 1) {
          loads.push(await loadSlowly(browser, server.url + path, width));
        }
        areStill = print(`${path} at ${width}`, loads) && areStill;
      }
    }
  } finally {
    await browser.close();
    await server.close();
    await platform.close();
  }
  return areStill;
}

function print(name: string, loads: readonly Vitals[]): boolean {
  const layoutShift = median(loads.map((each) => each.layoutShift));
  const blockingMs = median(loads.map((each) => each.blockingMs));
  const paintMs = median(loads.map((each) => each.paintMs));
  const times = `${blockingMs.toFixed(0)} ms blocking (goal ${limits.blockingMs}), largest paint at ${paintMs.toFixed(0)} ms (goal ${limits.paintMs})`;
  const isStill = layoutShift < limits.layoutShift;
  judge(name, layoutShift.toFixed(3), isStill, `${limits.layoutShift}; ${times}`);
  if (!isStill) console.log(loads.flatMap(({ moved }) => moved).join('\n'));
  return isStill;
}
