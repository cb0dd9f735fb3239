import type { Locator } from '@playwright/test';
import { fillLogin, filmPath, gateOf } from '../fixtures/elements/film-page.ts';
import { inPage, locked, openFilm, rent, rentButton } from '../fixtures/flows/checkout.ts';
import { logIn } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9191, contextOptions: { forcedColors: 'active' } });

/** The value of a property, as it is painted. */
const styleOf = (place: Locator, name: string, pseudo?: string): Promise<string> =>
  place.evaluate(
    (element, [property, part]) => getComputedStyle(element, part).getPropertyValue(property!),
    [name, pseudo],
  );

/** Whether the focus is shown by a line around what has it. */
async function expectRing(place: Locator): Promise<void> {
  await place.focus();
  await place.page().keyboard.press('Shift');
  expect(await styleOf(place, 'outline-style'), String(place)).toBe('solid');
  expect(Number.parseFloat(await styleOf(place, 'outline-width'))).toBeGreaterThanOrEqual(2);
  expect(await styleOf(place, 'outline-color')).not.toBe(await canvasOf(place));
}

/** The colour of the page's ground. */
const canvasOf = (place: Locator): Promise<string> =>
  place.evaluate((element) => {
    const sample = element.ownerDocument.createElement('i');
    sample.style.color = 'Canvas';
    element.ownerDocument.body.append(sample);
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  });

test('the dot of the session is full when it is ready, and a ring when it is cut off', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
  const chip = page.locator('[data-session]');
  const dot = chip.locator('.dot');
  await expect(chip).toHaveAttribute('data-status', 'ready');
  const ground = await canvasOf(dot);
  expect(await styleOf(dot, 'background-color')).not.toBe(ground);
  await page.context().setOffline(true);
  await expect(chip).toHaveAttribute('data-cut-off');
  expect(await styleOf(dot, 'background-color')).toMatch(/^rgba\(.*, 0\)$/);
  expect(await styleOf(dot, 'border-top-color')).not.toBe(ground);
  await page.context().setOffline(false);
  await expectRing(chip);
  await expectRing(rentButton(page));
});

test('a link with a border begins where the other buttons do, and touches no text', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
  const offer = (await rentButton(page).boundingBox())!;
  const gate = gateOf(page);
  const voucher = (await gate.getByRole('button', { name: 'Redeem a voucher' }).boundingBox())!;
  expect(voucher.x).toBeCloseTo(offer.x, 0); // in a line of its own
  const question = (await gate.getByText('Already bought').boundingBox())!;
  const login = (await gate.getByRole('button', { name: 'Log in' }).boundingBox())!;
  expect(login.x - question.x - question.width).toBeGreaterThanOrEqual(8);
});

test(
  'a panel that is busy shows it on its buttons',
  { tag: '@all' },
  async ({ page, platform, site }) => {
    await page.goto(site.url + filmPath);
    const gate = gateOf(page);
    await gate.getByRole('button', { name: 'Redeem a voucher' }).click();
    await fillLogin(gate);
    const redeem = gate.getByRole('button', { name: 'Redeem' });
    await gate.getByLabel('Voucher code').fill('NOTHING');
    const before = await styleOf(redeem, 'color');
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`${platform.url}/**/redeemvoucher*`, async (route) => {
      await isAnswered;
      await route.continue();
    });
    await redeem.click();
    await expect(gate.locator('[part=panel]')).toHaveAttribute('aria-busy', 'true');
    expect(await styleOf(redeem, 'color')).not.toBe(before);
    expect(await styleOf(redeem, 'opacity')).toBe('1');
    answer();
    await expect(gate.getByText('There is no such code.')).toBeVisible();
  },
);

test('a payment in the page has a frame, and its buttons lie apart in one column', async ({
  page,
  site,
}) => {
  await openFilm(page, site.url, locked.fargo);
  await rent(page, 'In this page');
  const frame = inPage(page);
  const approve = frame.getByRole('button', { name: /^Approve/ });
  await expect(approve).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Payment by Harbour Pay' });
  expect(await styleOf(dialog, 'border-top-style')).toBe('solid');
  expect(await styleOf(frame.getByText('Test mode'), 'border-top-style')).toBe('solid');
  const column = (await approve.boundingBox())!;
  const others = await Promise.all(
    [/^Slow/, /^Never/, /^Wrong signature/].map(
      async (name) => (await frame.getByRole('button', { name }).boundingBox())!,
    ),
  );
  for (const [at, box] of others.entries()) {
    expect(box.x).toBeCloseTo(column.x, 0);
    const before = others[at - 1];
    if (before) expect(box.y - before.y - before.height).toBeGreaterThanOrEqual(6);
  }
});

test('a refused login has a frame', async ({ page, site }) => {
  await page.goto(site.url);
  await logIn(page, 'ada', 'wrong');
  const notice = page.getByRole('alert').filter({ hasText: 'User name or password is wrong.' });
  await expect(notice).toHaveCSS('border-top-style', 'solid');
  expect(await styleOf(notice, 'border-top-color')).not.toBe(await canvasOf(notice));
});

test('one tab of the inspector is marked, and no other', async ({ page, site }) => {
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await page.keyboard.press('Control+Alt+i');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(7);
  await page.getByRole('tab', { name: 'Items' }).click();
  const ground = await canvasOf(tabs.first());
  const marked: string[] = [];
  for (const tab of await tabs.all()) {
    const line = await styleOf(tab, 'border-block-end-color');
    if (line !== ground) marked.push((await tab.textContent()) ?? '');
  }
  expect(marked).toEqual(['Items']);
  await page.getByRole('tab', { name: 'Diagnosis' }).click();
  await expectRing(page.getByRole('button', { name: 'Run the diagnosis' }));
});
