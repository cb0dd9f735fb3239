import type { Page } from '@playwright/test';
import { openEmptyPage } from '../fixtures/flows/empty-page.ts';
import { films } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

/** A player-only domain. docs/static-domains.md says what works there. */
test.use({ domain: 9870 });
/** The first call to a tenant makes it, which takes longer than a page waits for static details. */
test.beforeEach(({ platform, domain }) => platform.openTenant(domain));

/** Runs a runtime of `mode` in an empty page. */
const start = (page: Page, baseUrl: string, mode?: 'session' | 'static') =>
  page.evaluate(
    async (options) => {
      const runtime = '/dist/cdn/usher.js';
      const { createUsher } = await import(runtime);
      const pay = async () => ({ outcome: 'abandoned' });
      const providers = [{ name: 'card', type: 'in-page', pay }];
      const usher = createUsher({ ...options, providers });
      const tried = async (call: () => Promise<unknown>): Promise<string> => {
        try {
          const value = await call();
          return Array.isArray(value) || value instanceof Map ? 'a list' : typeof value;
        } catch (error) {
          return (error as { code: string }).code;
        }
      };
      await usher.start().catch(() => {});
      const { status, language, geo, data } = usher.$session.get();
      const allmedia = await usher.allmedia();
      const system = await usher.system();
      const statistics = await usher.statistics();
      const period = { streamtype: 'video', from: '2026-01-01', to: '2026-01-02' };
      const film = usher.item({ item: 1_369_311, streamtype: 'video' });
      const state = await film.check();
      const answers = {
        latest: await tried(async () => (await allmedia.latest({ limit: 2 })).items),
        search: await tried(
          async () => (await allmedia.byquery({ query: 'brazil', limit: 2 })).items,
        ),
        lists: await tried(() => system.languagecodes()),
        statistics: await tried(() => statistics.viewsbyday(period)),
        weather: await tried(() => usher.call('session/currentweather', { lat: 52.5, lng: 13.4 })),
        reportToken: await tried(() => usher.reportToken()),
        login: await tried(() =>
          usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' }),
        ),
        logout: await tried(() => usher.logout()),
        buy: await tried(() =>
          film.buy({ operation: 'ppv', amount: 499, currency: 'EUR' }, { provider: 'card' }),
        ),
      };
      return {
        status,
        language,
        geocode: geo?.geocode,
        campaign: data.general?.campaign,
        deviceType: data.device?.type,
        reportRegion: data.system?.reportregion,
        access: state.access,
        reason: state.reason,
        answers,
      };
    },
    { baseUrl, ...(mode && { mode }) },
  );

for (const mode of [undefined, 'static'] as const) {
  test(`${mode ?? 'auto'}: a player-only domain shows media and sells nothing`, async ({
    page,
    site,
    platform,
    domain,
  }) => {
    await openEmptyPage(page, site.url);
    const seen = await start(page, `${platform.url}/v3.1/${domain}`, mode);
    expect(seen).toEqual({
      status: 'static',
      language: 'en',
      geocode: 'DE',
      campaign: 0,
      deviceType: 'pc',
      reportRegion: 'local',
      access: 'unknown',
      reason: 'static',
      answers: {
        latest: 'a list',
        search: 'a list',
        lists: 'a list',
        statistics: 'a list',
        weather: 'object',
        reportToken: 'string',
        login: 'static-session',
        logout: 'undefined',
        buy: 'static-session',
      },
    });
    const opened = site.calls('session/init').length;
    expect(opened > 0).toBe(mode === undefined);
    for (const path of ['session/login', 'session/logout', 'session/keepalive']) {
      expect(site.calls(path), path).toEqual([]);
    }
    expect(site.calls('payment/itemstate')).toEqual([]);
  });
}

for (const mode of [undefined, 'static'] as const) {
  test(`${mode ?? 'auto'}: every page sends the device hash that the first one has made`, async ({
    page,
    site,
    platform,
    domain,
  }) => {
    for (let visits = 0; visits < 2; visits++) {
      await openEmptyPage(page, site.url);
      await start(page, `${platform.url}/v3.1/${domain}`, mode);
    }
    const hashes = site
      .calls('session/staticdetails')
      .map(({ query }) => new URLSearchParams(query).get('nxp_devh'));
    expect(hashes.length).toBeGreaterThan(1);
    expect(hashes[0]).toMatch(/^[1-4]:\d{10}:\d{5}[1-9]$/);
    expect(new Set(hashes).size).toBe(1);
  });
}

test('session: a player-only domain is never asked for static details', async ({
  page,
  site,
  platform,
  domain,
}) => {
  await openEmptyPage(page, site.url);
  const seen = await start(page, `${platform.url}/v3.1/${domain}`, 'session');
  expect(seen.status).not.toBe('static');
  expect(site.calls('session/staticdetails')).toEqual([]);
});

test('what a viewer without a session sees is reported, and counted', async ({
  page,
  site,
  platform,
  domain,
}) => {
  await page.clock.install();
  await page.goto(`${site.url}/watch.html?gid=${films.free.gid}`);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'static');
  const told = page.waitForResponse((response) => response.url().endsWith('/__report'));
  await expect(page.locator('usher-gate')).toBeVisible();
  await page.clock.fastForward(6000);
  const response = await told;
  expect(response.status()).toBe(200);
  const { events } = response.request().postDataJSON() as { events: { kind: string }[] };
  expect(events.map(({ kind }) => kind)).toContain('display');
  const realtime = `${platform.url}/v3.1/${domain}/statistics/realtimecharts?streamtype=video&timeFrame=5`;
  const { result } = await (await fetch(realtime)).json();
  expect(JSON.stringify(result)).toContain('display');
});
