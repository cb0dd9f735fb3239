import { MOST_STARTS, startWebKit } from './webkit-driver.mjs';

/**
 * A launcher of @web/test-runner: WebKitGTK runs all files in one page, each at a fresh origin. A
 * browser for each file takes longer than its tests. When one hangs, another one takes its place,
 * and the file begins there.
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

  function killBrowser() {
    browser?.kill();
    browser = undefined;
  }

  async function openAt(url, start = 1) {
    browser ??= await webkit.open();
    try {
      await browser.page.goto(url);
    } catch (error) {
      killBrowser();
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
      await (isDriven ? endBrowser() : browser?.page.goto('about:blank').catch(killBrowser));
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
