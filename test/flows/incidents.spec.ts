import type { Page } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import type { NewIncident } from '../../demo/platform/system/incidents.ts';
import { locked, openFilm, payButton, rentButton, stageOf } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9173 });

const slow: NewIncident = {
  title: 'Payments are slow',
  description: 'A bank answers late.',
  severity: 'major',
  affects: ['payment'],
};
const banner = (page: Page) => page.locator('.incident');

/** All domains see an incident, so it ends with the test. */
async function during(
  platform: RunningPlatform,
  incidents: NewIncident[],
  act: (ids: string[]) => Promise<void>,
): Promise<void> {
  const ids: string[] = [];
  for (const incident of incidents) ids.push(await platform.addIncident(incident));
  try {
    await act(ids);
  } finally {
    for (const id of ids) await platform.endIncident(id);
  }
}

test('incidents are told once the page rests, the worst first, in words, and nothing on the page moves', async ({
  page,
  platform,
  site,
  noise,
}) => {
  await during(
    platform,
    [
      { ...slow, severity: 'minor', title: 'Figures are late', affects: ['statistics'] },
      slow,
      { ...slow, severity: 'critical', title: 'Nobody can log in', affects: ['session'] },
    ],
    async () => {
      for (const path of ['/tickets.html', '/browse.html']) {
        await page.goto(site.url + path);
        await expect(banner(page)).toHaveCount(3);
        expect(await banner(page).locator('strong').allTextContents()).toEqual([
          'Nobody can log in',
          'Payments are slow',
          'Figures are late',
        ]);
        expect(await page.locator('.incident-severity').allTextContents()).toEqual([
          'Serious trouble',
          'Trouble',
          'Small trouble',
        ]);
        await expect(banner(page).nth(1)).toContainText(
          'It affects buying tickets and redeeming vouchers.',
        );
        await expect(page.locator('.incidents [role=status]')).toHaveCount(1);
        const when = await page.evaluate(() => {
          const { loadEventEnd } = performance.getEntriesByType(
            'navigation',
          )[0] as PerformanceNavigationTiming;
          const [asked] = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('currentincidents'));
          const [code] = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('/incident-banner-'));
          return { loadEventEnd, asked: asked!.startTime, code: code!.startTime };
        });
        expect(when.code).toBeGreaterThanOrEqual(when.loadEventEnd);
        expect(when.asked).toBeGreaterThan(when.loadEventEnd);
      }
      for (const path of ['/tickets.html', '/browse.html']) {
        await page.goto(site.url + path);
        await page.waitForLoadState('networkidle');
        await expect(banner(page).first()).toBeVisible();
        const places = () =>
          page.evaluate(() =>
            ['main', '.site-footer', '.site-header'].map((selector) =>
              Math.round(document.querySelector(selector)!.getBoundingClientRect().top + scrollY),
            ),
          );
        const withBanner = await places();
        await expect(page.locator('.incidents')).toBeInViewport({ ratio: 1 });
        await page.locator('.incidents').evaluate((element) => element.remove());
        expect(await places(), path).toEqual(withBanner);
      }
      await page.reload();
      await page.getByRole('button', { name: 'Dismiss: Nobody can log in' }).press('Enter');
      await expect(banner(page)).toHaveCount(2);
      await expect(page.getByRole('button', { name: 'Dismiss: Payments are slow' })).toBeFocused();
    },
  );
  expect(noise).toEqual([]);
});

test('what was dismissed stays so on the next page; a new incident is told', async ({
  page,
  platform,
  site,
}) => {
  await during(platform, [slow], async () => {
    await page.goto(`${site.url}/tickets.html`);
    await page.getByRole('button', { name: 'Dismiss: Payments are slow' }).click();
    await expect(banner(page)).toHaveCount(0);
    const answered = page.waitForResponse(
      (response) =>
        response.url().includes('currentincidents') && response.request().method() === 'GET',
    );
    await page.goto(`${site.url}/browse.html`);
    await answered;
    await page.waitForLoadState('networkidle');
    await expect(banner(page)).toHaveCount(0);
    await during(platform, [{ ...slow, title: 'Payments have stopped' }], async () => {
      await page.reload();
      await expect(banner(page)).toHaveCount(1);
      await expect(banner(page)).toContainText('Payments have stopped');
    });
  });
});

test('where tickets are paid it is said too; when it is over, both are gone without a reload', async ({
  page,
  platform,
  site,
  noise,
}) => {
  await page.clock.install();
  await during(platform, [slow], async ([id]) => {
    await openFilm(page, site.url, locked.brazil);
    await page.clock.fastForward(1000);
    await expect(banner(page)).toHaveCount(1);
    await rentButton(page).click();
    const desk = stageOf(page);
    await expect(payButton(desk, 'In this page')).toBeVisible();
    await expect(desk.locator('[data-payment-note]')).toHaveText(
      'Payments are slowA bank answers late.',
    );
    await platform.endIncident(id!);
    await page.clock.fastForward(181_000);
    await expect(banner(page)).toHaveCount(0);
    await expect(desk.locator('[data-payment-note]')).toBeHidden();
  });
  expect(noise).toEqual([]);
});

test('without trouble there is no banner', async ({ page, site }) => {
  const answered = page.waitForResponse(
    (response) =>
      response.url().includes('currentincidents') && response.request().method() === 'GET',
  );
  await page.goto(`${site.url}/tickets.html`);
  await answered;
  await page.waitForLoadState('networkidle');
  await expect(banner(page)).toHaveCount(0);
});
