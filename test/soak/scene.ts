import { chromium, firefox, type BrowserContext, type Page } from '@playwright/test';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../demo/provider/start-provider.ts';
import { startDemoServer } from '../../demo/server.ts';
import { launchOf, type Engine } from '../faults/support/engine.ts';
import { createFilmPicker, type FilmForSale } from '../faults/support/film-picker.ts';
import { watchComplaints } from './complaints.ts';
import { countTimers } from './page-gauges.ts';

/** The demo with its servers, and six tabs of one device. */
export interface Scene {
  readonly engine: Engine;
  readonly domain: number;
  readonly platform: RunningPlatform;
  readonly provider: RunningProvider;
  readonly context: BrowserContext;
  readonly url: string;
  /** Tabs that are never left, so that what grows in them is seen. */
  readonly resting: readonly Page[];
  /** The list of purchases, which is never left either. */
  readonly tickets: Page;
  /** Where films are bought. */
  readonly shop: Page;
  /** Goes from page to page. */
  readonly wanderer: Page;
  readonly tabs: readonly Page[];
  readonly nextFilm: () => Promise<FilmForSale>;
  /** Uncaught errors and lines on a console. */
  readonly complaints: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

const domain = 9950;
const restingPaths = ['/', '/search.html?q=love', '/browse.html'];

export async function openScene(engine: Engine): Promise<Scene> {
  const provider = await startProvider();
  const platform = await startPlatform({
    dataDir: 'memory://',
    viewerTools: true,
    provider: { url: provider.url, jwks: provider.jwks, merchants: ['Lantern Row'] },
  });
  await platform.openTenant(domain);
  const server = await startDemoServer({
    baseUrl: `${platform.url}/v3.1/${domain}`,
    domain,
    provider: provider.url,
  });
  const { launchOptions } = launchOf(engine);
  const browser = await { chromium, firefox }[engine].launch(launchOptions);
  const context = await browser.newContext();
  // Functions that are handed to a page were compiled with calls of it.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await context.addInitScript({ content: countTimers });
  const complaints = watchComplaints(context);
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(server.url + path);
    return page;
  };
  const resting: Page[] = [];
  for (const path of restingPaths) resting.push(await open(path));
  const tickets = await open('/tickets.html');
  const [shop, wanderer] = [await open('/statistics.html'), await open('/submit.html')];
  return {
    engine,
    domain,
    platform,
    provider,
    context,
    url: server.url,
    resting,
    tickets,
    shop,
    wanderer,
    tabs: [...resting, tickets, shop, wanderer],
    nextFilm: await createFilmPicker(platform),
    complaints,
    async close() {
      await browser.close();
      await server.close();
      await platform.close();
      await provider.close();
    },
  };
}
