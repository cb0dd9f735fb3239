import type { Page } from '@playwright/test';
import { choose, enter, inPage, payButton } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9322 });

/** Calls checkout in the page. Functions are sent to the browser as text. */
const subscriptions = (page: Page, stops = false) =>
  page.evaluate(async (stops) => {
    interface Terms {
      readonly transactionId: string;
      readonly duration?: number;
      readonly willRenew?: boolean;
    }
    interface Checkout {
      readonly subscriptions: () => Promise<readonly Terms[]>;
      readonly stopRenewal: (values: { transactionID: string }) => Promise<Terms>;
    }
    interface Runtime {
      readonly checkout: () => Promise<Checkout>;
    }
    const { usher } = globalThis as unknown as { usher: { ready: () => Promise<Runtime> } };
    const checkout = await (await usher.ready()).checkout();
    const [first] = await checkout.subscriptions();
    if (!stops) return first;
    return checkout.stopRenewal({ transactionID: first!.transactionId });
  }, stops);

test('a receipt has the terms of its subscription, and follows what becomes of it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/tickets.html`);
  await enter(page);
  const offers = page.locator('usher-offers');
  await offers.getByRole('button', { name: 'Subscribe for €6.99' }).click();
  await payButton(offers, 'In this page').click();
  await choose(inPage(page), 'Approve');
  await expect(page.locator('.subscription')).toHaveAttribute('data-level', 'default');
  const terms = {
    operation: 'subscription',
    duration: 12,
    isPremium: false,
    paidMonthly: true,
    willRenew: true,
    canRenew: true,
    expiresAt: expect.any(Number),
  };
  expect(await subscriptions(page)).toMatchObject(terms);
  expect(await subscriptions(page, true)).toMatchObject({
    ...terms,
    operation: null,
    state: 'ending',
    willRenew: false,
  });
  await page.reload();
  expect(await subscriptions(page)).toMatchObject({ ...terms, willRenew: false });
});
