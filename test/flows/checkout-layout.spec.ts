import type { Page } from '@playwright/test';
import {
  choose,
  enter,
  inPage,
  locked,
  openFilm,
  payButton,
  purchaseRows,
  rent,
  rentButton,
  stageOf,
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
  await look('offers');
  await stage.getByRole('button', { name: 'Redeem a voucher' }).click();
  await look('voucher');
  await stage.getByRole('button', { name: 'Back' }).click();
  await stage.getByRole('button', { name: 'Subscribe for' }).first().click();
  await expect(payButton(stage, 'In this page')).toBeVisible(); // its code may come first
  await look('payment');
  await stage.getByRole('button', { name: 'Back' }).click();
  await rent(page, 'In this page');
  await choose(inPage(page), 'Decline');
  await expect(stage.getByText('The payment was declined')).toBeVisible();
  await look('failed');
  await page.goto(`${site.url}/tickets.html`);
  const offers = page.locator('usher-offers');
  await expect(offers.getByRole('button', { name: 'Subscribe for' })).toHaveCount(4);
  await page.locator('.receipt summary').click();
  await look('tickets');
  await offers.getByRole('button', { name: 'Subscribe for €7.99' }).click();
  await look('payment of a subscription');
  await payButton(offers, 'In this page').click();
  await choose(inPage(page), 'Approve');
  await page.getByText('Stop the renewal').click();
  await look('subscription');
  await page.goto(`${site.url}/return.html`);
  await look('return');
});

test('an empty list of purchases leaves no room below its text, at 390 px', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/tickets.html`);
  await enter(page, 'grace', 'hopper');
  const empty = page.getByText('Nothing bought on this device yet.');
  const next = page.getByRole('heading', { name: 'Your subscription' });
  await expect(page.locator('[data-subscription-place] *').first()).toBeVisible();
  const roomBelow = async (): Promise<number> => {
    const [text, heading] = [await empty.boundingBox(), await next.boundingBox()];
    return text && heading ? heading.y - (text.y + text.height) : NaN;
  };
  await expect.poll(roomBelow).toBeLessThan(64);
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
      await expect(rentButton(page)).toBeVisible();
      await look(
        'usher-gate [part=title]',
        'usher-gate [part=text]',
        'usher-gate [part=offer-title]',
        'usher-gate [part=offer-details]',
        'usher-gate [part~=button]',
      );
      await rentButton(page).click();
      await stageOf(page).getByText('Other ways in').click();
      await look(
        'usher-gate form.usher-login label',
        'usher-gate form.usher-login button',
        'usher-gate summary',
        'usher-gate .field',
        'usher-gate .button',
      );
      await page.goto(`${site.url}/tickets.html`);
      await look('[data-tickets-door] p', '[data-tickets-door] .button');
      await enter(page, 'grace', 'hopper');
      await look(
        'h1',
        'h2',
        '.soft',
        'usher-offers [part=title]',
        'usher-offers [part=offer-title]',
        'usher-offers [part=offer-details]',
        '.voucher .field',
        '.voucher .button',
      );
      const offers = page.locator('usher-offers');
      await offers.getByRole('button', { name: 'Subscribe for €12.99' }).click();
      await look(
        'usher-offers [part=title]',
        'usher-offers [part=text]',
        'usher-offers [part~=button]',
        '.fine',
      );
      await payButton(offers, 'In this page').click();
      await choose(inPage(page), 'Decline');
      await expect(purchaseRows(page, 'failed')).toBeVisible();
      await look(
        'usher-purchases h2',
        'usher-purchases h3',
        'usher-purchases time',
        'usher-purchases [part=terms]',
        'usher-purchases [part=text]',
        'usher-purchases [part~=purchase-status]',
        '.receipt summary',
      );
    });
  });
}
