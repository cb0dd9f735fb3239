import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9174 });

const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Check it' });

/** Patterns, and names that are no words. */
const rawNames =
  /[[\]{}^$+\\]|slug|refnr|releasedate|ownage|\bis (?:pay|picked)|unix|subunit|\bIDs?\b|domain/i;

async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/submit.html`);
  await expect(submitButton(page)).toBeVisible();
}

test('the fields and their choices are those of the platform', async ({ page, site, noise }) => {
  await openForm(page, site.url);
  await expect(page.locator('[data-field=title] .field-hint')).toHaveText(
    'The title. At most 255 characters.',
  );
  await expect(page.locator('[data-field=description] textarea')).toHaveCount(1);
  await expect(page.getByLabel('Language').locator('option')).toContainText(['German']);
  await expect(page.getByLabel('Country').locator('option')).toContainText(['Austria']);
  await expect(page.getByLabel('Genre').locator('option')).toContainText(['Drama', 'Western']);
  await expect(page.getByLabel('Kind').locator('option')).toContainText(['Documentary']);
  await expect(page.getByLabel('Your part in it').locator('option')).toContainText(['Director']);
  await expect(page.getByLabel('On video platforms').locator('option')).toContainText(['Gaming']);
  await expect(page.getByLabel('Studio')).toBeVisible();
  await expect(page.locator('[data-field=age] .field-hint')).toHaveText(
    'The youngest age. From 0 to 21.',
  );

  await page.getByLabel('Title').first().fill('The Lamplighter');
  await page.getByLabel('You bring').selectOption('A talk');
  await expect(page.getByLabel('Genre').locator('option')).toContainText([
    'Film Talk',
    'Interview',
  ]);
  await expect(page.getByLabel('Kind')).toHaveCount(0);
  await expect(page.getByLabel('Title').first()).toHaveValue('The Lamplighter');
  const asked = site
    .calls('system/')
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.split('/system/')[1]);
  expect(asked).toEqual(
    expect.arrayContaining([
      'editableattributesfor/video',
      'editableattributesfor/audio',
      'editablerestrictionsfor/video',
      'videogenres',
      'audiogenres',
      'languagecodes',
      'countrycodes',
      'persontypes',
      'videocontenttypes',
      'imagecontenttypes',
      'videoplatformcategories',
      'socialplatformcategories',
      'streamingdevicecategories',
      'ttsvoices',
    ]),
  );
  expect(asked.filter((name) => name === 'languagecodes')).toHaveLength(1);
  expect(noise).toEqual([]);
});

test('a viewer reads words, no names and no patterns of the interface', async ({ page, site }) => {
  await openForm(page, site.url);
  const texts = await page.locator('.submit-groups label, .field-hint').allInnerTexts();
  expect(texts.filter((text) => rawNames.test(text))).toEqual([]);
  expect(texts).toContain('Number in the house');
  await page.getByLabel('Name in the address').fill('Not a slug');
  const message = await page
    .getByLabel('Name in the address')
    .evaluate((input: HTMLInputElement) => input.validationMessage);
  expect(message).toBe(
    '“Not a slug” does not fit. The readable part of an address: small letters, digits and hyphens.',
  );
});

test('voices are those of the language that is chosen', async ({ page, site }) => {
  await openForm(page, site.url);
  const voices = page.getByLabel('A voice to read it out').locator('option');
  await expect(voices).toHaveCount(9);
  await page.getByLabel('Language').selectOption('German');
  await expect(voices).toHaveText(['None', 'Anna', 'Jonas']);
  await page.getByLabel('Language').selectOption('Danish');
  await expect(voices).toHaveText(['No voice speaks it']);
});

test('a value that the platform would not take is refused at its field', async ({ page, site }) => {
  await openForm(page, site.url);
  const result = page.getByRole('heading', { name: 'The platform would take this' });
  const expectRefused = async (label: string, wrong: string, right: string): Promise<void> => {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(wrong);
    await submitButton(page).press('Enter');
    await expect(field).toBeFocused();
    await expect(field).toHaveJSProperty('validity.valid', false);
    await expect(result).toHaveCount(0);
    await field.fill(right);
  };
  await expect(page.getByLabel('Subtitle')).toHaveAttribute('maxlength', '255');
  await expectRefused('Title (needed)', '', 'The Lamplighter');
  await expectRefused('Name in the address', 'Not a slug', 'not-a-slug');
  await expectRefused('Age', '22', '12');
  await expectRefused('Countries', 'DE, at', 'DE, AT');
  await expectRefused('Price to rent', '4.99', '499');
  await submitButton(page).press('Enter');
  await expect(result).toBeFocused();
});

test('the form shows what it holds by the names of the interface, and sends nothing', async ({
  page,
  site,
  noise,
}) => {
  await openForm(page, site.url);
  await page.getByLabel('Title (needed)').fill('The Lamplighter');
  await page.getByLabel('Tags').fill('Lamps, Night');
  await page.getByLabel('Genre').selectOption('Drama');
  await page.getByLabel('Country').selectOption('Austria');
  await page.getByLabel('Picked by the editors').check();
  const before = site.calls().length;
  await submitButton(page).press('Enter');
  const result = page.locator('.submit-result');
  await expect(result.getByRole('heading')).toBeFocused();
  await expect(result).toContainText('Nothing has been sent');
  await expect(result.locator('dl div')).toHaveText([
    'streamtype video',
    'title The Lamplighter',
    'tags Lamps, Night',
    'genre drama',
    'country AT',
    'isPicked 1',
  ]);
  expect(site.calls().length).toBe(before);
  await page.getByLabel('Genre').selectOption('Western');
  await expect(result).toHaveCount(0);
  expect(noise).toEqual([]);
});

test('the start and the end of a film are a day and a time', async ({ page, site }) => {
  await openForm(page, site.url);
  await page.getByLabel('Title (needed)').fill('The Lamplighter');
  await page.getByLabel('Available from').fill('2026-12-24T20:15');
  await submitButton(page).press('Enter');
  const seconds = await page.evaluate(() => new Date(2026, 11, 24, 20, 15).getTime() / 1000);
  await expect(page.locator('.submit-result dl')).toContainText(`availableFrom ${seconds}`);
});

test('a form that does not load says so and can be asked for again', async ({ page, site }) => {
  let isBroken = true;
  await page.route(/system\/persontypes/, (route) =>
    isBroken
      ? route.fulfill({
          status: 200,
          contentType: 'text/html',
          body: '<p>',
          headers: { 'Access-Control-Allow-Origin': '*' },
        })
      : route.fallback(),
  );
  await page.goto(`${site.url}/submit.html`);
  const notice = page.getByRole('alert').filter({ hasText: 'The form did not load' });
  await expect(notice).toBeVisible();
  isBroken = false;
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Subtitle')).toBeVisible();
});
