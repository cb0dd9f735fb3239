import { startWebKit } from './webkit-driver.mjs';

/** A browser that hangs is replaced so often for a file. */
const MOST_STARTS = 3;

/**
 * A launcher of @web/test-runner: WebKitGTK runs all files in one page, each at a fresh origin. A
 * browser for each file takes longer than its tests. Once in a while one hangs, mostly while it
 * starts: then another one takes its place, and the file begins there.
 */
export function webkitLauncher(origins) {
  const active = new Set();
  let webkit;
  let browser;
  /** A test has driven the page from outside: what it set stays with the browser. */
  let isDriven = false;

  async function endBrowser() {
    const ended = browser;
    browser = undefined;
    await ended?.close();
  }

  async function openAt(url, start = 1) {
    try {
      browser ??= await webkit.open();
      await browser.page.goto(url);
    } catch (error) {
      await endBrowser();
      if (start === MOST_STARTS) throw error;
      console.warn(`WebKitGTK is started again: ${error.message}`);
      await openAt(url, start + 1);
    }
  }

  return {
    name: 'WebKitGTK',
    type: 'webkitgtk',
    concurrency: 1,
    async initialize() {
      webkit = await startWebKit();
    },
    async startSession(id, url) {
      active.add(id);
      await openAt(await origins.addressFor(url));
    },
    isActive: (id) => active.has(id),
    getBrowserUrl: () => browser.page.url(),
    /** What page-commands.mjs drives. */
    getPage() {
      isDriven = true;
      return browser.page;
    },
    async stopSession(id) {
      active.delete(id);
      // A page that does not answer any more is left to the next file, which begins in another one.
      await (isDriven ? endBrowser() : browser?.page.goto('about:blank').catch(endBrowser));
      isDriven = false;
      return { testCoverage: undefined };
    },
    async startDebugSession() {
      throw new Error('WebKitGTK cannot be debugged from here');
    },
    async stop() {
      await endBrowser();
      webkit.close();
    },
  };
}
