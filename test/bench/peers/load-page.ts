import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import type { PageReport, PageServer } from './page-server.ts';
import type { StubServer } from './stub-server.ts';
import type { Subject } from './subjects.ts';

/** What was measured of one page, from the end of the document's response. */
export interface Load {
  readonly usableMs: number;
  /** Absent: the page sent no request. */
  readonly sentMs: number | undefined;
  readonly requests: number;
  readonly preflights: number;
}

/** What the pages are loaded with. */
export interface Place {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly pages: PageServer;
  readonly api: StubServer;
}

/** Longer than any page takes. */
const patienceMs = 20_000;

/** A first page with an empty cache, and the next one. */
export async function loadTwice(
  place: Place,
  subject: Subject,
): Promise<[first: Load, next: Load]> {
  await forgetSite(place, subject.stored);
  const first = await load(place, `${subject.page.path}?page=1`);
  return [first, await load(place, `${subject.page.path}?page=2`)];
}

/**
 * Clears cache and storage, and stores what a viewer has who was here before. The storage has been
 * read once then: the first access of a page takes some milliseconds, which no library can help.
 */
async function forgetSite(
  { page, devtools, pages }: Place,
  stored: Subject['stored'],
): Promise<void> {
  await page.goto(`${pages.url}/blank.html`);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Storage.clearDataForOrigin', {
    origin: pages.url,
    storageTypes: 'local_storage,indexeddb,cookies',
  });
  await page.evaluate((entries) => {
    sessionStorage.clear();
    for (const [key, value] of Object.entries(entries)) {
      localStorage.setItem(key, JSON.stringify(value));
    }
  }, stored);
}

async function load({ page, pages, api }: Place, path: string): Promise<Load> {
  const before = api.requests.length;
  const reported = pages.nextReport();
  await page.goto(pages.url + path, { waitUntil: 'commit' });
  const { documentMs, usableMs, sentMs, failure } = await within(reported, path);
  if (failure) throw new Error(`${path}: ${failure}`);
  const requests = api.requests.slice(before);
  const preflights = requests.filter(({ method }) => method === 'OPTIONS').length;
  return {
    usableMs: usableMs - documentMs,
    sentMs: sentMs === undefined ? undefined : sentMs - documentMs,
    requests: requests.length - preflights,
    preflights,
  };
}

async function within(reported: Promise<PageReport>, path: string): Promise<PageReport> {
  const report = await Promise.race([reported, sleep(patienceMs, undefined, { ref: false })]);
  if (!report) throw new Error(`${path} had no session within ${patienceMs / 1000} s`);
  return report;
}
