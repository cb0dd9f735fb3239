import type { Page } from '@playwright/test';
import {
  choose,
  enter,
  inPage,
  locked,
  openFilm,
  rent,
  stageOf,
  purchaseRows,
} from '../fixtures/flows/checkout.ts';
import { leastContrastOf } from '../fixtures/flows/contrast.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9287 });

async function expectNoOverflow(page: Page, when: string): Promise<void> {
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    const wide = await page.evaluate(() => {
      const within = document.documentElement.clientWidth;
      const dialog = document.querySelector('dialog[open]');
      return [document.documentElement, ...(dialog ? [dialog] : [])]
        .filter((element) => element.scrollWidth > Math.min(within, element.clientWidth))
        .map(({ tagName }) => tagName);
    });
    expect(wide, `${when}, ${direction}`).toEqual([]);
  }
}

async function expectLargeEnough(page: Page, when: string): Promise<void> {
  const small = await page
    .locator(
      'main button:visible, main a.button:visible, main summary:visible, dialog[open] button:visible, dialog[open] label:visible',
    )
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < 36,
        )
        .map((one) => one.outerHTML),
    );
  expect(small, when).toEqual([]);
}

test('nothing that sells scrolls sideways at 360 px, and what a finger presses is large enough', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const look = async (when: string) => {
    await expectNoOverflow(page, when);
    await expectLargeEnough(page, when);
  };
  await openFilm(page, site.url, locked.brazil);
  const stage = stageOf(page);
  await stage.getByText('All tickets').click();
  await stage.getByText('I have a voucher').click();
  await look('door');
  await stage.locator('[data-offer=subscription]').first().click();
  await expect(page.locator('dialog[open]')).toBeVisible(); // its code may come first
  await look('desk');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await rent(page, 'In this page');
  await choose(inPage(page), 'Decline');
  await expect(stage.locator('[data-purchase=failed]')).toBeVisible();
  await look('failed');
  await page.goto(`${site.url}/tickets.html`);
  await expect(page.locator('.level')).toHaveCount(2);
  await page.locator('.receipt summary').click();
  await look('tickets');
  await page.getByRole('button', { name: 'Subscribe to Standard' }).click();
  await page.locator('[data-pay]').click();
  await choose(inPage(page), 'Approve');
  await page.getByText('Stop the renewal').click();
  await look('subscription');
  await page.goto(`${site.url}/return.html`);
  await look('return');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test('text that sells stands out from its ground', async ({ page, site }) => {
      const look = async (...selectors: string[]) => {
        for (const selector of selectors) {
          await expect(page.locator(selector).first(), selector).toBeAttached();
          expect(await leastContrastOf(page.locator(selector)), selector).toBeGreaterThanOrEqual(
            4.5,
          );
        }
      };
      await page.goto(`${site.url}/watch.html?gid=${locked.fargo}`);
      await expect(stageOf(page)).toHaveAttribute('data-access', /granted|denied/);
      await page.goto(`${site.url}/tickets.html`);
      await look('[data-tickets-door] p', '[data-tickets-door] .button');
      await enter(page, 'grace', 'hopper');
      await look(
        'h1',
        'h2',
        '.soft',
        '.level p',
        '.level li',
        '.level .button',
        '.voucher .field',
        '.voucher .button',
      );
      await page.getByRole('button', { name: 'Subscribe to Premium' }).click();
      await look(
        '.desk h2',
        '.desk-title',
        '.desk-offer strong',
        '.desk-offer span',
        '.choice-card strong',
        '.choice-card span span',
        '[data-pay]',
        '.fine',
      );
      await page.locator('[data-pay]').click();
      await choose(inPage(page), 'Decline');
      await expect(purchaseRows(page, 'failed')).toBeVisible();
      await look(
        'usher-purchases h2',
        'usher-purchases h3',
        'usher-purchases time',
        '.purchase-facts',
        'usher-purchases [part=text]',
        'usher-purchases [part~=purchase-status]',
        '.receipt summary',
      );
    });
  });
}
