import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { startPageServer } from '../bench/peers/page-server.ts';
import { startStubServer } from '../bench/peers/stub-server.ts';
import { createModuleSubject, createTagSubject } from '../bench/peers/subjects.ts';
import { expect, test } from '../fixtures/flows/site.ts';

/**
 * The most functions that may run before the opening request of a first page. A browser compiles a
 * function when it first runs, so each delays the request, and unlike a time their number is the
 * same on each machine. The module has the option `start`.
 */
const maxFunctions = { 'script tag': 50, module: 45 };

test('few functions run before the request of a script tag', async ({ page }) => {
  const names = await countOnPage(page, 'script tag');
  expect(names.length, names.join(' ')).toBeLessThanOrEqual(maxFunctions['script tag']);
  expect(names.length).toBeGreaterThan(25); // or they were not counted
});

test('few functions run before the request of a module', async ({ page }) => {
  const names = await countOnPage(page, 'module');
  expect(names.length, names.join(' ')).toBeLessThanOrEqual(maxFunctions.module);
  expect(names.length).toBeGreaterThan(25);
});

/** Opens a page without a stored session, and returns the functions that ran before its request. */
async function countOnPage(page: Page, way: keyof typeof maxFunctions): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'usher-functions-'));
  const api = await startStubServer(0, []);
  const pages = await startPageServer(api.url);
  try {
    const subject =
      way === 'module' ? await createModuleSubject(folder, api.url) : createTagSubject(api.url);
    pages.add(subject.page);
    const devtools = await page.context().newCDPSession(page);
    return await functionsBeforeRequest(page, devtools, `${pages.url}${subject.page.path}`);
  } finally {
    await Promise.all([pages.close(), api.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stops a page that a debugger follows in each call of `fetch`. */
const stopInFetch = `{
  const { fetch } = globalThis;
  globalThis.fetch = (...given) => {
    debugger;
    return fetch(...given);
  };
}`;

/** Lists the functions of scripts that have run when the page first calls `fetch`. */
async function functionsBeforeRequest(
  page: Page,
  devtools: CDPSession,
  url: string,
): Promise<string[]> {
  await page.addInitScript(stopInFetch);
  await devtools.send('Debugger.enable');
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  const loaded = page.goto(url);
  await paused;
  const { result } = await devtools.send('Profiler.takePreciseCoverage');
  await devtools.send('Debugger.disable');
  await loaded;
  return result
    .filter((script) => new URL(script.url, url).pathname.endsWith('.js'))
    .flatMap(({ functions }) => functions)
    .filter(({ ranges }) => ranges[0]!.count > 0)
    .map(({ functionName }) => functionName || '(anonymous)');
}
