import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9174 });

async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/submit.html`);
  await expect(page.getByRole('button', { name: 'Show me how it looks' })).toBeVisible();
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
  await expect(page.getByLabel('What person 1 did').locator('option')).toContainText(['Director']);
  await expect(page.getByLabel('On video platforms').locator('option')).toContainText(['Gaming']);
  await page.getByText('What the house decides').click();
  await expect(page.getByLabel('Studio')).toBeVisible();
  await expect(page.getByLabel('Youngest age')).toBeVisible();

  await page.getByLabel('You bring').selectOption('A talk');
  await expect(page.getByLabel('Genre').locator('option')).toContainText([
    'Film Talk',
    'Interview',
  ]);
  await expect(page.getByLabel('Kind')).toHaveCount(0);
  const asked = site
    .calls('system/')
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.split('/system/')[1]);
  expect(asked).toEqual(
    expect.arrayContaining([
      'editableattributesfor/video',
      'editableattributesfor/audio',
      'editablerestrictionsfor/video',
      'languagecodes',
      'countrycodes',
      'persontypes',
      'imagecontenttypes',
      'ttsvoices',
    ]),
  );
  expect(asked.filter((name) => name === 'languagecodes')).toHaveLength(1);
  expect(noise).toEqual([]);
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

test('what the platform would not take is named, each with the way to its field', async ({
  page,
  site,
}) => {
  await openForm(page, site.url);
  await page.getByLabel('Subtitle').fill('x'.repeat(256));
  await page.getByText('What the house decides').click();
  await page.getByLabel('Slug').fill('Not a slug');
  await page.getByLabel('Youngest age').fill('22');
  await page.getByLabel('Only in these countries').fill('DE, at');
  await page.getByText('What the house decides').click();
  await page.getByRole('button', { name: 'Show me how it looks' }).press('Enter');
  const problems = page.getByRole('alert');
  await expect(problems.getByRole('heading', { name: '5 things are not right yet' })).toBeFocused();
  await expect(problems.getByRole('listitem')).toHaveText([
    /^Title: It is needed/,
    /^Subtitle: It has 256 characters; 255/,
    /^Slug: “Not a slug”/,
    /^Youngest age: It must be from 0 to 21/,
    /^Only in these countries: “at”/,
  ]);
  await expect(page.locator('.preview')).toHaveCount(0);
  await problems.getByRole('link', { name: 'Youngest age' }).press('Enter');
  await expect(page.getByLabel('Youngest age')).toBeFocused();
  await expect(page.getByLabel('Youngest age')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Youngest age').fill('12');
  await expect(page.getByLabel('Youngest age')).toHaveAttribute('aria-invalid', 'false');
});

test('a draft is shown as it would hang in the house, nothing is sent, and it is there on the next visit until it is thrown away', async ({
  page,
  site,
  noise,
}) => {
  await openForm(page, site.url);
  await page.getByLabel('Title', { exact: false }).first().fill('The Lamplighter');
  await page.getByLabel('Tags').fill('Lamps, Night');
  await page.getByLabel('Genre').selectOption('Drama');
  await page.getByLabel('Country').selectOption('Austria');
  await page.getByLabel('Name of person 1').fill('Ada Byron');
  await page.getByLabel('What person 1 did').selectOption('Director');
  const before = site.calls().length;
  await page.getByRole('button', { name: 'Show me how it looks' }).press('Enter');
  const preview = page.locator('.preview');
  await expect(preview.getByRole('heading', { name: 'The Lamplighter' })).toBeFocused();
  await expect(preview).toContainText('Nothing has been sent');
  expect(await preview.locator('dl div').allTextContents()).toEqual([
    'DirectorAda Byron',
    'GenreDrama',
    'CountryAustria',
  ]);
  await expect(preview.locator('.tag')).toHaveText(['Lamps', 'Night']);
  expect(site.calls().length).toBe(before);
  await expect(page.getByText('Kept on this device.')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Name of person 1')).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Genre')).toHaveValue('drama');
  await page.getByRole('button', { name: 'Throw the draft away' }).press('Enter');
  await expect(page.getByLabel('Name of person 1')).toHaveValue('');
  await page.getByRole('button', { name: 'Bring it back' }).press('Enter');
  await expect(page.getByLabel('Name of person 1')).toHaveValue('Ada Byron');
  expect(noise).toEqual([]);
});

test('who is not remembered keeps a draft no longer than the tab', async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([{ name: 'lantern-row-remember', value: 'no', url: site.url }]);
  await openForm(page, site.url);
  await page.getByLabel('Subtitle').fill('Secret');
  await expect(page.getByText('Kept until this tab is closed.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
    'Secret',
  );
  const another = await context.newPage();
  await openForm(another, site.url);
  await expect(another.getByLabel('Subtitle')).toHaveValue('');
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
