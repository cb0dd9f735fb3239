import { startWebKit } from './webkit-driver.mjs';

/** A launcher of @web/test-runner: WebKitGTK with a fresh profile for each test file. */
export function webkitLauncher() {
  const sessions = new Map();
  let webkit;
  async function openAt(id, url) {
    const session = await webkit.open();
    sessions.set(id, session);
    await session.page.goto(url);
  }
  return {
    name: 'WebKitGTK',
    type: 'webkitgtk',
    concurrency: 1,
    async initialize() {
      webkit = await startWebKit();
    },
    async startSession(id, url) {
      try {
        await openAt(id, url);
      } catch (error) {
        // Once in a while a browser hangs while it starts. The tests begin in another one.
        console.warn(`WebKitGTK is started again: ${error.message}`);
        await sessions
          .get(id)
          ?.close()
          .catch(() => undefined);
        await openAt(id, url);
      }
    },
    isActive: (id) => sessions.has(id),
    getBrowserUrl: (id) => sessions.get(id).page.url(),
    /** What page-commands.mjs drives. */
    getPage: (id) => sessions.get(id).page,
    async stopSession(id) {
      const session = sessions.get(id);
      sessions.delete(id);
      await session.close();
      return { testCoverage: undefined };
    },
    async startDebugSession() {
      throw new Error('WebKitGTK cannot be debugged from here');
    },
    async stop() {
      await Promise.all([...sessions.values()].map((session) => session.close()));
      webkit.close();
    },
  };
}
