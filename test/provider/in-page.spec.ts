import type { FrameLocator, Page } from '@playwright/test';
import { expect, order, test } from '../fixtures/provider/provider-test.ts';

const { transaction: transactionId, ...rest } = order;
/** Opens the dialog as a viewer does. Returns the page inside. */
async function open(
  page: Page,
  shop: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<FrameLocator> {
  await page.goto(`${shop}/buy?${new URLSearchParams({ ...rest, transactionId, ...changed })}`);
  await expect(page.locator('html')).toHaveAttribute('data-loaded');
  await page.getByRole('button', { name: 'Buy' }).press('Enter');
  return page.frameLocator('iframe');
}

/** The result in the shop's page, when the dialog is closed and the focus is back. */
async function told(page: Page): Promise<Record<string, string>> {
  await expect(page.locator('output')).not.toBeEmpty();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Buy' })).toBeFocused();
  // Written by the shop's script.
  return JSON.parse(await page.locator('output').innerText()) as Record<string, string>;
}

for (const { button, outcome } of [
  { button: 'Approve €4.99', outcome: 'approved' },
  { button: 'Decline', outcome: 'declined' },
  { button: /^Slow/, outcome: 'pending' },
]) {
  test(`the shop's page receives "${outcome}" with a verifiable token, without a policy violation`, async ({
    page,
    provider,
    shop,
    noise,
  }) => {
    const frame = await open(page, shop);
    await expect(page.getByRole('dialog', { name: 'Payment by Harbour Pay' })).toBeVisible();
    await frame.getByRole('button', { name: button }).click();
    const { token, reference, ...others } = await told(page);
    expect(others).toEqual({ outcome });
    expect(await provider.verify(token)).toMatchObject({
      sub: transactionId,
      outcome,
      amount: 499,
      currency: 'EUR',
      reference,
    });
    expect(noise).toEqual([]);
  });
}

test('a wrong signature does not verify', async ({ page, provider, shop }) => {
  await (await open(page, shop)).getByRole('button', { name: 'Wrong signature' }).click();
  const { token, outcome } = await told(page);
  expect(outcome).toBe('approved');
  await expect(provider.verify(token)).rejects.toThrow('signature verification failed');
});

test('the viewer can leave by Escape, by the button of the dialog and by that of the page', async ({
  page,
  shop,
  noise,
}) => {
  const ways = [
    async (frame: FrameLocator) => frame.locator('main').press('Escape'),
    async () => page.getByRole('button', { name: 'Close the payment' }).press('Escape'),
    async () => page.getByRole('button', { name: 'Close the payment' }).click(),
    async (frame: FrameLocator) => frame.getByRole('button', { name: 'Cancel' }).click(),
  ];
  for (const leave of ways) {
    const frame = await open(page, shop);
    await expect(frame.locator('main')).toBeFocused();
    await leave(frame);
    expect(await told(page)).toEqual({ outcome: 'cancelled' });
  }
  expect(noise).toEqual([]);
});

test('with "never" the shop receives nothing, and a late leave is not "cancelled" after a payment', async ({
  page,
  provider,
  shop,
  noise,
}) => {
  const frame = await open(page, shop);
  await frame.getByRole('button', { name: /^Never/ }).click();
  await expect(frame.getByRole('status')).toContainText('We are still working on it');
  await expect(frame.locator('main')).toBeFocused(); // the page has loaded again, and receives keys
  await expect(page.locator('output')).toBeEmpty();
  await frame.locator('main').press('Escape');
  const { token, outcome, reference } = await told(page);
  expect(outcome).toBe('pending');
  expect(await provider.verify(token)).toMatchObject({
    sub: transactionId,
    outcome: 'pending',
    reference,
  });
  expect(noise).toEqual([]);
});

test('a viewer who leaves during a choice gets its outcome', async ({ page, provider, shop }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`${provider.url}/frame?*`, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const frame = await open(page, shop);
  await frame.getByRole('button', { name: 'Approve' }).click();
  await frame.locator('main').press('Escape');
  release();
  expect((await told(page))['outcome']).toBe('approved');
  expect(provider.payments).toHaveLength(1);
});

test('a viewer who leaves without an answer gets "pending", as the choice may have arrived', async ({
  page,
  provider,
  shop,
}) => {
  await page.route(`${provider.url}/frame?*`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const frame = await open(page, shop);
  await frame.getByRole('button', { name: 'Approve' }).click();
  await expect(frame.getByRole('alert')).toContainText('We could not be reached');
  await page.getByRole('button', { name: 'Close the payment' }).click();
  expect(await told(page)).toEqual({ outcome: 'pending' });
});

test('a viewer who has paid before and leaves without an answer does not get "cancelled"', async ({
  page,
  provider,
  shop,
}) => {
  await provider.pay({ ...order, amount: 499 }, 'approve');
  await page.route(`${provider.url}/frame?*`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const frame = await open(page, shop);
  await expect(frame.getByRole('status')).toContainText('This is paid');
  await page.getByRole('button', { name: 'Close the payment' }).click();
  expect(await told(page)).toEqual({ outcome: 'pending' });
});

test('a payment by redirect is not charged again in the page', async ({ page, provider, shop }) => {
  const { reference } = await provider.pay({ ...order, amount: 499 }, 'approve');
  const frame = await open(page, shop);
  await expect(frame.getByRole('status')).toContainText('This is paid');
  await frame.getByRole('button', { name: 'Back to Lantern Row' }).click();
  expect(await told(page)).toMatchObject({ outcome: 'approved', reference });
  expect(provider.payments).toHaveLength(1);
});

test('a payment without a transaction is refused without a dialog', async ({ page, shop }) => {
  await page.goto(`${shop}/buy?${new URLSearchParams(rest)}`);
  await expect(page.locator('html')).toHaveAttribute('data-loaded');
  await page.getByRole('button', { name: 'Buy' }).press('Enter');
  expect(await told(page)).toEqual({ refused: 'pay() needs a transactionId.' });
});

test('a choice before the script of the payment page is there pays nothing', async ({
  page,
  provider,
  shop,
}) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`${provider.url}/frame.js`, async (route) => {
    await held;
    await route.continue();
  });
  const frame = await open(page, shop);
  const approve = frame.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeAttached();
  const { x, y, width, height } = (await approve.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close the payment' })).toBeFocused();
  release();
  await expect(frame.locator('main')).toBeFocused();
  expect(provider.payments).toEqual([]);
  await approve.click();
  expect((await told(page))['outcome']).toBe('approved');
});

test('a signal closes the dialog', async ({ page, shop }) => {
  const frame = await open(page, shop);
  await expect(frame.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.evaluate('withdraw()');
  expect(await told(page)).toEqual({ refused: 'withdrawn' });
});

test('a payment page that does not load times out after 15 s', async ({ page, provider, shop }) => {
  await page.clock.install();
  await page.route(`${provider.url}/frame?*`, (route) => route.abort());
  await open(page, shop);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.fastForward(14_000);
  await expect(page.locator('output')).toBeEmpty();
  await page.clock.fastForward(1_000);
  expect(await told(page)).toEqual({ refused: 'The payment page did not load.' });
});

test('messages of other windows end nothing, on either side', async ({ page, provider, shop }) => {
  const frame = await open(page, shop);
  await expect(frame.locator('main')).toBeFocused();
  await page.evaluate(() =>
    window.postMessage(
      {
        from: 'harbour-pay',
        type: 'answer',
        outcome: 'approved',
        token: 'forged',
        reference: 'forged',
      },
      '*',
    ),
  );
  await frame
    .locator('main')
    .evaluate(() => window.postMessage({ from: 'harbour-pay-shop', type: 'leave' }, '*'));
  await frame.getByRole('button', { name: 'Decline' }).click();
  const { token, outcome } = await told(page);
  expect(outcome).toBe('declined');
  expect(await provider.verify(token)).toMatchObject({ outcome });
});

test('only the shop in the address may show the page in a frame', async ({
  page,
  provider,
  shop,
  noise,
}) => {
  const frame = `${provider.url}/frame?${new URLSearchParams({ ...order, shop: 'https://shop.example' })}`;
  await page.goto(`${shop}/return`);
  await page.evaluate((address) => {
    const element = document.createElement('iframe');
    element.src = address;
    document.body.append(element);
  }, frame);
  await expect.poll(() => noise.join('\n')).toContain('frame-ancestors https://shop.example');
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Approve' })).toHaveCount(0);
});

test('the dialog fits a phone of 360 px', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  const frame = await open(page, shop, {
    title: 'Donaudampfschifffahrtsgesellschaft'.repeat(5),
    amount: '123456789012',
  });
  await expect(frame.locator('main')).toBeFocused();
  const { x, y, width, height } = (await page.getByRole('dialog').boundingBox())!;
  expect([x >= 0, x + width <= 360, y >= 0, y + height <= 600]).toEqual([true, true, true, true]);
  expect(
    await frame
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0);
});
