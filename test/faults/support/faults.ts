import { rmSync } from 'node:fs';
import { test as base, type BrowserContext, type Page } from '@playwright/test';
import {
  makeMerchantAccount,
  type NewMerchantAccount,
} from '../../../demo/platform/payment/merchant-account.ts';
import { startPlatform, type RunningPlatform } from '../../../demo/platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../../demo/provider/start-provider.ts';
import type { TakenOut } from '../../support/without-guard.ts';
import { buildWithout } from './build-without.ts';
import { buyerOf, type Buyer } from './buyer.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { createFilmPicker, type Film } from './film-picker.ts';
import { startPageServer, type PageServer, type TestPage } from './page-server.ts';
import { expectPaidOnce } from './paid-once.ts';
import { createPlatformClock, type PlatformClock } from './platform-clock.ts';
import { startRawChromium, type RawChromium } from './raw-chromium.ts';
import { startScriptedServer, type ScriptedServer } from './scripted-server.ts';
import { shopScript } from './shop-script.ts';
import { viewerOf, type Viewer } from './viewer.ts';

/** A test page and its platform: an address and a domain, or an object with both. */
export interface PageOptions extends Omit<TestPage, 'tag'> {
  /** The platform's address: a fault proxy's or a scripted server's `url`. */
  readonly platform: { readonly url: string };
  /** More attributes of the script tag. */
  readonly tag?: Readonly<Record<string, string>>;
}

interface Fixtures {
  /** Says which rows must fail. */
  expectedOutcome: undefined;
  /** The tenant: one of 9300 to 9399, or of 9850 to 9859 (player-only), one for each file. */
  domain: number;
  /** The reference platform behind a fault proxy. */
  faultProxy: FaultProxy;
  /** A server whose answers the test scripts. */
  server: ScriptedServer;
  /**
   * A Chromium with a profile of its own, for what Playwright's switches off. A row that asks for
   * it is skipped in other browsers.
   */
  chromium: RawChromium;
  /** Adds a page with the script tag. Returns its path. */
  addPage: (options: PageOptions) => string;
  /** The same, opened in a tab of Playwright: a given one, or a new one of the given context. */
  openPage: (tab: Page | BrowserContext, options: PageOptions) => Promise<Viewer>;
  /** A film for sale that no other test has bought. */
  film: Film;
  /** Adds a shop: a page that sells the film at the payment provider. Returns its address. */
  addShop: (options: PageOptions) => string;
  /** The same, opened in a tab of Playwright, with ada logged in. */
  openShop: (tab: Page | BrowserContext, options: PageOptions) => Promise<Buyer>;
  /** The provider has charged a transaction once, and the platform has granted it once. */
  expectPaidOnce: (transactionID: string | null) => Promise<void>;
}

interface WorkerFixtures {
  clock: PlatformClock;
  /** The payment provider, by the platform's clock. */
  provider: RunningProvider;
  /** Under which the platform registers its orders at the provider. */
  account: NewMerchantAccount;
  platform: RunningPlatform & { readonly clock: PlatformClock };
  nextFilm: () => Promise<Film>;
  /** Pages load a build without this guard, and the row must fail. */
  withoutGuard: TakenOut | undefined;
  pages: PageServer;
}

/**
 * The merchant of the reference platform, which registers its orders. A scripted server registers
 * none, so its shop is another one, which has no key.
 */
export const registeringShop = 'Test shop';

export const test = base.extend<Fixtures, WorkerFixtures>({
  clock: [async ({}, use) => use(createPlatformClock()), { scope: 'worker' }],
  account: [
    async ({}, use) => use(await makeMerchantAccount(registeringShop)),
    { scope: 'worker' },
  ],
  provider: [
    async ({ clock, account }, use) => {
      const provider = await startProvider({
        now: clock.now,
        merchants: [account.forProvider],
      });
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  platform: [
    async ({ clock, provider, account }, use) => {
      const platform = await startPlatform({
        dataDir: 'memory://',
        quiet: true,
        now: clock.now,
        provider: { ...provider, account: account.forPlatform },
      });
      await use({ ...platform, clock });
      await platform.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  withoutGuard: [undefined, { option: true, scope: 'worker' }],
  pages: [
    async ({ withoutGuard }, use) => {
      const folder = withoutGuard && (await buildWithout(withoutGuard));
      const pages = await startPageServer(folder);
      await use(pages);
      await pages.close();
      if (folder) rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  expectedOutcome: [
    async ({ withoutGuard }, use, row) => {
      if (withoutGuard) row.fail();
      await use(undefined);
    },
    { auto: true },
  ],
  nextFilm: [
    async ({ platform }, use) => {
      let picker: ReturnType<typeof createFilmPicker> | undefined;
      await use(async () => {
        const pickFilm = await (picker ??= createFilmPicker(platform));
        return (await pickFilm()).film;
      });
    },
    { scope: 'worker' },
  ],
  domain: [9300, { option: true }],
  faultProxy: async ({ platform, domain }, use) => {
    await platform.openTenant(domain);
    const faultProxy = await startFaultProxy(platform.url);
    await use(faultProxy);
    await faultProxy.close();
    platform.clock.reset();
  },
  server: async ({}, use) => {
    const server = await startScriptedServer();
    await use(server);
    await server.close();
  },
  chromium: async ({ browserName }, use, row) => {
    row.skip(browserName !== 'chromium', 'It starts a Chromium of its own, with raw commands');
    const chromium = await startRawChromium();
    await use(chromium);
    await chromium.close();
  },
  addPage: async ({ pages, domain }, use) => {
    await use(({ platform: at, tag, ...page }) =>
      pages.add({
        ...page,
        tag: {
          baseUrl: `${at.url}/v3.1/${domain}`,
          domain: String(domain),
          gateway: 'desktop',
          ...tag,
        },
      }),
    );
  },
  openPage: async ({ pages, addPage }, use) => {
    await use(async (tab, options) => {
      const page = 'newPage' in tab ? await tab.newPage() : tab;
      await page.goto(pages.origin() + addPage(options));
      return viewerOf(page);
    });
  },
  film: async ({ nextFilm }, use) => use(await nextFilm()),
  addShop: async ({ pages, addPage, provider, server }, use) => {
    await use(({ patches = [], ...page }) => {
      const merchant = page.platform === server ? 'Scripted shop' : registeringShop;
      const script = shopScript(provider.url, merchant);
      return pages.origin() + addPage({ ...page, patches: [...patches, script] });
    });
  },
  openShop: async ({ addShop, film }, use) => {
    await use(async (tab, options) => {
      const page = 'newPage' in tab ? await tab.newPage() : tab;
      await page.goto(addShop(options));
      const buyer = buyerOf(page, film);
      await buyer.logIn();
      return buyer;
    });
  },
  expectPaidOnce: async ({ provider, platform, faultProxy, domain }, use) =>
    use((transactionID) =>
      expectPaidOnce({ provider, platform, faultProxy, domain }, transactionID),
    ),
});

export { expect } from '@playwright/test';
export type { Buyer, Viewer };
