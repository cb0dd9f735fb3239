import { makeMerchantAccount } from '../../demo/platform/payment/merchant-account.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../demo/provider/start-provider.ts';
import { startFaultProxy, type FaultProxy } from '../faults/support/fault-proxy.ts';
import { createFilmPicker, type Film } from '../faults/support/film-picker.ts';
import { movableClocks } from '../faults/support/page-patches.ts';
import { startPageServer, type PageServer } from '../faults/support/page-server.ts';
import { createPlatformClock } from '../faults/support/platform-clock.ts';
import { startRawChromium, type RawChromium } from '../faults/support/raw-chromium.ts';
import { shopScript } from '../faults/support/shop-script.ts';

/**
 * A shop and its viewer's browser, with the platform and the payment provider both behind proxies
 * that see what reaches them.
 */
export interface Scene {
  readonly domain: number;
  readonly platform: RunningPlatform;
  readonly provider: RunningProvider;
  readonly faultProxy: FaultProxy;
  readonly providerProxy: FaultProxy;
  readonly pages: PageServer;
  readonly chromium: RawChromium;
  /** For sale. */
  readonly films: Film[];
  /**
   * Puts the shop's page up, at the same address each time: by a clock that has gone on by `awayMs`
   * more, like the platform's.
   */
  readonly openShop: (path: string, awayMs: number) => string;
  readonly close: () => Promise<void>;
}

/**
 * Code that this process hands to a page was compiled with calls of this function, which notes a
 * function's name.
 */
const keepsNames = 'var __name = (named) => named;';

/** The merchant of the platform. */
const shopName = 'Test shop';
/** A round trip to a platform: time for a kill to fall into. */
const roundTripMs = 30;

export async function openScene(domain: number, filmCount: number): Promise<Scene> {
  const clock = createPlatformClock();
  const account = await makeMerchantAccount(shopName);
  const provider = await startProvider({ now: clock.now, merchants: [account.forProvider] });
  const platform = await startPlatform({
    dataDir: 'memory://',
    quiet: true,
    now: clock.now,
    provider: { ...provider, account: account.forPlatform },
  });
  await platform.openTenant(domain);
  const [faultProxy, providerProxy, pages, chromium] = await Promise.all([
    startFaultProxy(platform.url),
    startFaultProxy(provider.url),
    startPageServer(),
    startRawChromium(),
  ]);
  faultProxy.inject('payment/', { kind: 'delay', ms: roundTripMs });
  pages.add({ patches: [keepsNames] }, '/blank');
  const pickFilm = await createFilmPicker(platform);
  const films: Film[] = [];
  while (films.length < filmCount) films.push((await pickFilm()).film);
  let aheadMs = 0;
  return {
    domain,
    platform,
    provider,
    faultProxy,
    providerProxy,
    pages,
    chromium,
    films,
    openShop(path, awayMs) {
      aheadMs += awayMs;
      clock.pass(awayMs);
      const patches = [
        keepsNames,
        movableClocks({ rate: 1, since: 0, skippedMs: aheadMs, deadlinesMs: [] }),
        shopScript(providerProxy.url, shopName),
      ];
      return (
        pages.origin() +
        pages.add(
          {
            patches,
            tag: {
              baseUrl: `${faultProxy.url}/v3.1/${domain}`,
              domain: String(domain),
              gateway: 'desktop',
            },
          },
          path,
        )
      );
    },
    async close() {
      await chromium.close();
      await Promise.all([
        faultProxy.close(),
        providerProxy.close(),
        pages.close(),
        platform.close(),
        provider.close(),
      ]);
    },
  };
}
