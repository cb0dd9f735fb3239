import type { Locator, Page } from '@playwright/test';
import { filmPath, gateOf } from '../fixtures/elements/film-page.ts';
import { choose, enter, locked, rentButton, stageOf } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9198 });

const turn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });

/** Where a text within an element begins, in px from the left of the window. */
const startOf = (place: Locator, text: string): Promise<number> =>
  place.evaluate((element, wanted) => {
    const texts = [...element.childNodes].filter((node) => node instanceof Text);
    const text = texts.find(({ data }) => data.includes(wanted))!;
    const at = text.data.indexOf(wanted);
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + wanted.length);
    return range.getBoundingClientRect().left;
  }, text);

/** Where the text of an element ends at the right, in px from the left of the window. */
const endOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right;
  });

test(
  'the picture of a film lies beside its panel, at the other end',
  { tag: '@all' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.url}/watch.html?gid=${locked.yuma}`);
    await expect(rentButton(page)).toBeVisible();
    await turn(page);
    const [stage, picture, panel] = await Promise.all(
      [
        page.locator('.stage'),
        page.locator('.stage-backdrop'),
        stageOf(page).locator('[part=panel]'),
      ].map((place) => place.boundingBox()),
    );
    expect(panel!.x + panel!.width).toBeCloseTo(stage!.x + stage!.width, 0);
    expect(Math.abs(picture!.x - stage!.x)).toBeLessThan(8);
    expect(Math.abs(picture!.x + picture!.width - panel!.x)).toBeLessThan(8);
  },
);

test('the question beside the login does not stick out of the panel', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/watch.html?gid=${locked.yuma}`);
  await expect(rentButton(page)).toBeVisible();
  await turn(page);
  const offer = (await rentButton(page).boundingBox())!;
  const question = (await stageOf(page).getByText('Already bought').boundingBox())!;
  expect(question.x + question.width).toBeLessThanOrEqual(offer.x + offer.width + 1);
});

test('numbers in English words stay in their place', async ({ page, site }) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.yuma}`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('3:10 to Yuma');
  await turn(page);
  expect(await startOf(title, '3:10')).toBeLessThan(await startOf(title, 'Yuma'));
  const length = page.locator('.facts dd').filter({ hasText: /min$/ });
  expect(await startOf(length, '1')).toBeLessThan(await startOf(length, 'min'));
});

test('a number in a select stays before its unit', async ({ page, site }) => {
  await page.goto(`${site.url}/statistics.html`);
  const select = page.locator('[data-choice=last]');
  await expect(select).toHaveValue('30');
  await turn(page);
  const shown = await select.screenshot();
  await select.locator('option[value="30"]').evaluate((option) => {
    option.textContent = '\u206630 minutes\u2069'; // marked as written from left to right
  });
  expect(shown.equals(await select.screenshot())).toBe(true);
});

test('facts in a line keep the order of their words, and the dot between them', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const facts = page.locator('.hero .fact-line bdi');
  await expect(facts.first()).toHaveText(/^\d+\sh\s\d+\smin$/);
  await turn(page);
  const [length, price] = await facts.all();
  const [hours] = (await length!.textContent())!;
  expect(await startOf(length!, hours!)).toBeLessThan(await startOf(length!, 'h'));
  expect(await endOf(price!)).toBeLessThan(await startOf(length!, 'h'));
});

test('the terms of an offer begin at the side of its price, also in two lines', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site.url}/tickets.html`);
  await enter(page, 'grace', 'hopper');
  await turn(page);
  const ends = await page.locator('usher-offers [part=offer]').evaluateAll((offers) =>
    offers.map((offer) =>
      Array.from(offer.children, (child) => {
        const range = document.createRange();
        range.selectNodeContents(child);
        return Array.from(range.getClientRects(), ({ right }) => Math.round(right));
      }),
    ),
  );
  const wrapped = ends.filter(([, terms]) => terms!.length > 1);
  expect(wrapped.length).toBeGreaterThan(0);
  for (const [[title], terms] of wrapped as [number[], number[]][]) {
    for (const end of terms) expect(Math.abs(end - title!)).toBeLessThanOrEqual(6);
  }
});

test('German words of elements keep their order, and begin where the panel does', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url + filmPath);
  await expect(rentButton(page)).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.lang = 'de';
  });
  await turn(page);
  const gate = gateOf(page);
  await gate.getByRole('button', { name: 'Leihen für' }).click();
  await gate.getByLabel('Benutzername').fill('ada');
  await gate.getByLabel('Passwort').fill('lovelace');
  await page.keyboard.press('Enter');
  const pay = gate.getByRole('button', { name: /^4,99.*Harbour Pay in a window$/ });
  await expect(pay).toBeVisible();
  expect(await startOf(pay, '4,99')).toBeLessThan(await startOf(pay, 'zahlen'));
  const opening = page.waitForEvent('popup');
  await pay.click();
  await choose(await opening, 'Decline');
  const date = page.locator('usher-purchases time');
  await expect(date).toHaveText(/^\d+\.\d+\.\d{4}, /);
  expect(await startOf(date, '.')).toBeLessThan(await startOf(date, ','));
  await gate.getByRole('button', { name: 'Gutschein einlösen' }).click();
  await gate.getByLabel('Gutscheincode').fill('NOTHING');
  await page.keyboard.press('Enter');
  const error = gate.getByRole('alert').filter({ hasText: 'Diesen Code gibt es nicht.' });
  const title = gate.getByRole('heading');
  expect(await startOf(error, 'nicht')).toBeLessThan(await startOf(error, '. Prüfe'));
  expect(Math.abs((await endOf(error)) - (await endOf(title)))).toBeLessThanOrEqual(2);
});

test('a sentence of the figures of right now ends with its full stop', async ({ page, site }) => {
  // The history of the demo has views at some times of the day.
  await page.route('**/realtimecharts**', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, result: {} } });
  });
  await page.goto(`${site.url}/statistics.html`);
  const empty = page.getByText('The seats are empty.');
  await expect(empty).toBeVisible();
  await turn(page);
  expect(await startOf(empty, 'The')).toBeLessThan(await startOf(empty, '.'));
});

test('the days before are named in order, in the legend of a chart and in its table', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/statistics.html`);
  const legend = page.locator('.legend').filter({ hasText: 'days before' }).first();
  await legend.scrollIntoViewIfNeeded();
  await expect(legend).toBeVisible();
  await turn(page);
  const table = page.locator('.figures').filter({ hasText: 'The figures as a table' }).first();
  await table.locator('summary').click();
  for (const place of [legend, table.locator('thead')]) {
    const name = place.getByText('28 days before', { exact: true });
    expect(await startOf(name, '28')).toBeLessThan(await startOf(name, 'days'));
  }
});
