import { playwrightLauncher } from '@web/test-runner-playwright';

/**
 * A launcher of @web/test-runner that runs all files in one page, each at a fresh origin: a profile
 * and a page for each file cost more than its tests. A test that drives its page from outside gets
 * the profile for itself: what it sets stays with a profile.
 *
 * A page that hangs cannot be left. Its browser is then closed, and the next file gets a new one.
 */
export function onePageLauncher(options, origins, { maxLeaveMs = 10_000 } = {}) {
  let context;
  let page;
  let isDriven = false;
  const launcher = playwrightLauncher({
    ...options,
    async createBrowserContext({ browser }) {
      if (!context?.browser()?.isConnected()) {
        context = await browser.newContext();
        page = await context.newPage();
      }
      // After each file the runner closes what it gets here.
      return { close: endFile };
    },
    createPage: () => page,
  });

  async function endFile() {
    if (!isDriven) {
      await context.clearCookies();
      return;
    }
    isDriven = false;
    const used = context;
    context = undefined;
    await used.close();
  }

  /** Leaves the page of a file, or closes its browser. */
  async function leave(id) {
    const left = stopSession(id);
    left.catch(() => {}); // that of a page that hangs fails with its browser
    const { browser } = launcher;
    let timer;
    const isLate = new Promise((resolve) => {
      timer = setTimeout(resolve, maxLeaveMs, true);
    });
    const hangs = await Promise.race([isLate, left.then(() => false)]).finally(() =>
      clearTimeout(timer),
    );
    if (!hangs) return left;
    await browser.close();
    throw new Error(`the page hangs: it was not left within ${maxLeaveMs} ms`);
  }

  const startSession = launcher.startSession.bind(launcher);
  const stopSession = launcher.stopSession.bind(launcher);
  const getPage = launcher.getPage.bind(launcher);
  return Object.assign(launcher, {
    concurrency: 1,
    startSession: async (id, url) => startSession(id, await origins.addressFor(url)),
    stopSession: leave,
    getBrowserUrl: (id) => getPage(id).url(),
    /** What page-commands.mjs drives. */
    getPage(id) {
      isDriven = true;
      return getPage(id);
    },
  });
}
