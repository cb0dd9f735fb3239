import { test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { startPlatform } from '../../../demo/platform/start-platform.ts';
import type { RunningPlatform } from '../../../demo/platform/start-platform.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { startPageServer } from './page-server.ts';
import type { PageServer, TestPage } from './page-server.ts';
import { createPlatformClock } from './platform-clock.ts';
import type { PlatformClock } from './platform-clock.ts';
import { startRawChromium } from './raw-chromium.ts';
import type { RawChromium } from './raw-chromium.ts';
import { startScriptedOrigin } from './scripted-origin.ts';
import type { ScriptedOrigin } from './scripted-origin.ts';
import { viewerOf } from './viewer.ts';
import type { Viewer } from './viewer.ts';

/** What a test page is made of, and what it talks to: an address and a domain, or what has them. */
export interface PageOptions extends Omit<TestPage, 'tag'> {
  /** The platform's address: a proxy's or a scripted origin's `url`. */
  readonly at: { readonly url: string };
  /** More attributes of the script tag. */
  readonly tag?: Readonly<Record<string, string>>;
}

interface Fixtures {
  /** The tenant: one of 9300 to 9399, or of 9850 to 9859 (player-only), one for each file. */
  domain: number;
  /** The reference platform behind a fault proxy. */
  wire: FaultProxy;
  /** An origin whose answers the test scripts. */
  origin: ScriptedOrigin;
  /** A Chromium with a profile of its own, for what Playwright's switches off. */
  chromium: RawChromium;
  /** Puts a page with the script tag up; answers with its path. */
  addPage: (options: PageOptions) => string;
  /** The same, opened in a tab of Playwright's: the given one, or a new one of the given context. */
  openPage: (tab: Page | BrowserContext, options: PageOptions) => Promise<Viewer>;
}

interface WorkerFixtures {
  platform: RunningPlatform & { readonly clock: PlatformClock };
  pages: PageServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  platform: [
    async ({}, use) => {
      const clock = createPlatformClock();
      const platform = await startPlatform({ dataDir: 'memory://', quiet: true, now: clock.now });
      await use({ ...platform, clock });
      await platform.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  pages: [
    async ({}, use) => {
      const pages = await startPageServer();
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  domain: [9300, { option: true }],
  wire: async ({ platform, domain }, use) => {
    await platform.openTenant(domain);
    const proxy = await startFaultProxy(platform.url);
    await use(proxy);
    await proxy.close();
    platform.clock.reset();
  },
  origin: async ({}, use) => {
    const origin = await startScriptedOrigin();
    await use(origin);
    await origin.close();
  },
  chromium: async ({}, use) => {
    const chromium = await startRawChromium();
    await use(chromium);
    await chromium.close();
  },
  addPage: async ({ pages, domain }, use) => {
    await use(({ at, tag, ...page }) => pages.add({ ...page, tag: { baseUrl: `${at.url}/v3.1/${domain}`, domain: String(domain), gateway: 'desktop', ...tag } }));
  },
  openPage: async ({ pages, addPage }, use) => {
    await use(async (tab, options) => {
      const page = 'newPage' in tab ? await tab.newPage() : tab;
      await page.goto(pages.origin() + addPage(options));
      return viewerOf(page);
    });
  },
});

export { expect } from '@playwright/test';
export type { Viewer };
