import { chromium } from '@playwright/test';
import { browserArgs, ensureBrowser } from '../../support/browser.mjs';
import { loadTwice, type Load, type Place } from './load-page.ts';
import { startPageServer } from './page-server.ts';
import { setups } from './setups.ts';
import { startStubServer } from './stub-server.ts';
import {
  createBareSubject,
  createModuleSubject,
  createPeerSubject,
  createTagSubject,
  type Subject,
} from './subjects.ts';
import type { Condition, TimedSubject } from './times-table.ts';

export const answerDelayMs = 50;

interface Setting extends Condition {
  readonly cpuRate: number;
  readonly isSlowLine: boolean;
}

/** In the order of the columns. */
const settings: readonly Setting[] = [
  { name: 'CPU ×1', cpuRate: 1, isSlowLine: false },
  { name: 'CPU ×4', cpuRate: 4, isSlowLine: false },
  { name: 'slow line', cpuRate: 1, isSlowLine: true },
  { name: 'slow line, CPU ×4', cpuRate: 4, isSlowLine: true },
];

/** 1.6 Mbit/s both ways, and 150 ms until an answer begins. */
const slowLine = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const loopback = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

export interface Measured {
  readonly subjects: readonly TimedSubject[];
  readonly browser: string;
}

/**
 * Loads each page in turn, `runs` times in each setting. One load before is not counted. `folder`
 * has the libraries.
 */
export async function measureTimes(folder: string, runs: number): Promise<Measured> {
  const api = await startStubServer(answerDelayMs, setups);
  const pages = await startPageServer(api.url);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  try {
    const page = await browser.newPage();
    const place = { page, pages, api, devtools: await page.context().newCDPSession(page) };
    const subjects = await createSubjects(folder, place);
    const loads = new Map(subjects.map((subject) => [subject, emptyLoads()]));
    for (const [index, setting] of settings.entries()) {
      console.log(`  ${setting.name}: ${runs} runs of ${subjects.length} pages`);
      await setUp(place, setting);
      for (let run = -1; run < runs; run += 1) {
        for (const subject of inTurn(subjects, run)) {
          const [first, next] = await loadTwice(place, subject);
          if (run < 0) continue;
          loads.get(subject)![index]!.first.push(first);
          loads.get(subject)![index]!.next.push(next);
        }
      }
    }
    return {
      subjects: subjects.map((subject) => ({ ...subject, settings: loads.get(subject)! })),
      browser: `Chromium ${browser.version()}`,
    };
  } finally {
    await browser.close();
    await Promise.all([pages.close(), api.close()]);
  }
}

export const conditions: readonly Condition[] = settings;

const emptyLoads = (): { first: Load[]; next: Load[] }[] =>
  settings.map(() => ({ first: [], next: [] }));

/** Each run begins with another page, so that none always finds a browser that has rested. */
const inTurn = (subjects: readonly Subject[], run: number): Subject[] =>
  subjects.map((_, turn) => subjects[(turn + run + subjects.length) % subjects.length]!);

/** All pages. The bare one repeats what Usher's first page sends. */
export async function createSubjects(folder: string, place: Place): Promise<Subject[]> {
  const { url } = place.api;
  const tag = createTagSubject(url);
  const module = await createModuleSubject(folder, url);
  const peers = await Promise.all(setups.map((setup) => createPeerSubject(folder, url, setup)));
  for (const { page } of [tag, module, ...peers]) place.pages.add(page);
  await loadTwice(place, tag);
  const bare = await createBareSubject(folder, url, place.api.requests[0]!);
  place.pages.add(bare.page);
  return [bare, tag, module, ...peers];
}

async function setUp({ devtools }: Place, { cpuRate, isSlowLine }: Setting): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
  const line = isSlowLine ? slowLine : loopback;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
}
