// What a test can do to its browser from outside the page, by `executeServerCommand` of
// @web/test-runner-commands: more tabs of the same profile, offline, freezing, the clock. Every
// command answers with an object.

const commands = {
  /** { url, relative to the test's page } -> { tab } */
  async 'pw:open'({ payload, context, page, tabs }) {
    const opened = await context.newPage();
    await opened.goto(new URL(payload.url, page.url()).href);
    const tab = `tab-${tabs.size}`;
    tabs.set(tab, opened);
    return { tab };
  },

  /** { tab, code } -> { value } */
  async 'pw:eval'({ payload, target }) {
    return { value: await target.evaluate(payload.code) };
  },

  /**
   * { tab, selector, host } -> { url }: presses what leads to another host, and gives the address
   * there.
   */
  async 'pw:follow'({ payload, target }) {
    await target.click(payload.selector);
    await target.waitForURL(({ host }) => host === payload.host, { waitUntil: 'commit' });
    return { url: target.url() };
  },

  /** { tab } */
  async 'pw:close'({ payload, target, tabs }) {
    tabs.delete(payload.tab);
    await target.close();
    return {};
  },

  /**
   * { ms }: the whole profile, this test's own channel included: starts after the answer, and a
   * timer on this side ends it.
   */
  async 'pw:offlineFor'({ payload, context }) {
    setTimeout(() => void context.setOffline(true), 50);
    setTimeout(() => void context.setOffline(false), 50 + payload.ms);
    return {};
  },

  /** { tab, offline }: one tab only. */
  async 'pw:tabOffline'({ payload, context, target }) {
    const cdp = await context.newCDPSession(target);
    await cdp.send('Network.enable');
    const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await cdp.send('Network.emulateNetworkConditions', { offline: payload.offline, ...unlimited });
    return {};
  },

  /** { tab?, state: "frozen" | "active" } */
  async 'pw:lifecycle'({ payload, context, target }) {
    const cdp = await context.newCDPSession(target);
    await cdp.send('Page.setWebLifecycleState', { state: payload.state });
    await cdp.detach();
    return {};
  },

  /** { tab?, method, args }: a method of Playwright's `page.clock`. */
  async 'pw:clock'({ payload, target }) {
    await target.clock[payload.method](...(payload.args ?? []));
    return {};
  },
};

export function pageCommands() {
  const tabs = new Map();
  return {
    name: 'page-commands',
    async executeCommand({ command, payload, session }) {
      const run = commands[command];
      if (!run) return undefined;
      const page = session.browser.getPage(session.id);
      const target = payload?.tab ? tabs.get(payload.tab) : page;
      if (!target) throw new Error(`${command}: no such tab: ${payload.tab}`);
      return run({ payload, page, context: page.context(), target, tabs });
    },
  };
}
