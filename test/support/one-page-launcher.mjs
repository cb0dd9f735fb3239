import { playwrightLauncher } from '@web/test-runner-playwright';

/**
 * A launcher of @web/test-runner that runs all files in one page, each at a fresh origin: a profile
 * and a page for each file cost more than its tests. A test that drives its page from outside gets
 * the profile for itself: what it sets stays with a profile.
 */
export function onePageLauncher(options, origins) {
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

  const startSession = launcher.startSession.bind(launcher);
  const getPage = launcher.getPage.bind(launcher);
  return Object.assign(launcher, {
    concurrency: 1,
    startSession: async (id, url) => startSession(id, await origins.addressFor(url)),
    getBrowserUrl: (id) => getPage(id).url(),
    /** What page-commands.mjs drives. */
    getPage(id) {
      isDriven = true;
      return getPage(id);
    },
  });
}
