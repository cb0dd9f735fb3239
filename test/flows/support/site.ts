import { test as base } from '@playwright/test';
import type { LoggedCall } from '../../../demo/platform/call-log.ts';
import { startPlatform } from '../../../demo/platform/start-platform.ts';
import type { RunningPlatform } from '../../../demo/platform/start-platform.ts';
import { startProvider } from '../../../demo/provider/start-provider.ts';
import type { RunningProvider } from '../../../demo/provider/start-provider.ts';
import { startDemoServer } from '../../../demo/server.ts';

/** The demo page before a reference platform of its own tenant, and a payment provider. */
export interface Site {
  /** As `http://127.0.0.1:4173`. */
  readonly url: string;
  /**
   * What reached the tenant at the platform, preflights too, by the end of its path:
   * `session/init`. Without a path, all of it.
   */
  readonly calls: (path?: string) => LoggedCall[];
}

/**
 * What a page said that nobody wants to read: console messages, uncaught errors, violations of the
 * policy.
 */
export type Noise = string[];

/** A payment provider whose clock a test moves. */
export interface TestProvider extends Pick<RunningProvider, 'url' | 'jwks' | 'pay'> {
  readonly forward: (ms: number) => void;
}

interface Fixtures {
  /** The tenant: a domain of 9000 to 9999, one for each test file. */
  domain: number;
  site: Site;
  noise: Noise;
}

/**
 * Playwright's `test` with a site, and with what the page said. A worker has one platform; each
 * file names a tenant of its own.
 */
export const test = base.extend<Fixtures, { platform: RunningPlatform; provider: TestProvider }>({
  provider: [
    async ({}, use) => {
      let aheadMs = 0;
      const provider = await startProvider({ now: () => new Date(Date.now() + aheadMs) });
      await use({
        ...provider,
        forward: (ms) => {
          aheadMs += ms;
        },
      });
      await provider.close();
    },
    { scope: 'worker' },
  ],
  platform: [
    async ({ provider }, use) => {
      const platform = await startPlatform({
        dataDir: 'memory://',
        log: true,
        provider: { url: provider.url, jwks: provider.jwks },
      });
      await use(platform);
      await platform.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  domain: [9100, { option: true }],
  site: async ({ platform, provider, domain }, use) => {
    const root = `/v3.1/${domain}/`;
    const before = platform.calls.at(-1)?.seq ?? 0;
    const server = await startDemoServer({
      baseUrl: `${platform.url}/v3.1/${domain}`,
      domain,
      provider: provider.url,
    });
    await use({
      url: server.url,
      calls: (path = '') =>
        platform.calls.filter((call) => call.seq > before && call.path.startsWith(root + path)),
    });
    await server.close();
  },
  noise: async ({ page }, use) => {
    const noise: Noise = [];
    page.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => noise.push(`uncaught: ${error.message}`));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await use(noise);
  },
});

export { expect } from '@playwright/test';
