import type { Page } from '@playwright/test';
import { gateOf } from '../fixtures/elements/film-page.ts';
import { test } from '../fixtures/elements/serve-markup.ts';
import { locked } from '../fixtures/flows/checkout.ts';
import { expect } from '../fixtures/flows/site.ts';

test.use({ domain: 9521 });

const item = String(Number(locked.brazil) - 3_631_000);
const gate = `<usher-gate item="${item}" style="display: grid; min-block-size: 40rem">
  <video></video>
</usher-gate>`;

const scriptsOf = (page: Page): string[] => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const [, name] = /chunks\/\w{6}-(.+)\.js$/.exec(request.url()) ?? [];
    if (name) scripts.push(name);
  });
  return scripts;
};

test('a page loads only the elements that it has', async ({ page, serveMarkup }) => {
  const scripts = scriptsOf(page);
  await page.goto(await serveMarkup(gate));
  await expect(gateOf(page)).toContainText('Rent for');
  expect(scripts).toContain('elements');
  expect(scripts).toContain('english');
  for (const other of ['viewer', 'german', 'checkout']) expect(scripts).not.toContain(other);

  scripts.length = 0;
  await page.goto(await serveMarkup('<p>Nothing</p>'));
  await expect.poll(() => scripts).toContain('background');
  await page.waitForLoadState('networkidle');
  expect(scripts).not.toContain('elements');
});

test('a page adds a language by a file, without a script', async ({ page, serveMarkup }) => {
  await page.route('**/words.fr.json', (route) =>
    route.fulfill({ json: { 'offer.ppv': 'Louer pour {price}', 'hours.other': '{n} heures' } }),
  );
  const french = gate.replace('<usher-gate', '<usher-gate lang="fr" words="words.fr.json"');
  await page.goto(await serveMarkup(french));
  await expect(gateOf(page)).toContainText(/Louer pour 4,99\s€/);
  await expect(gateOf(page)).toContainText('48 heures');
  await expect(gateOf(page)).toContainText('Redeem a voucher');
});

test('a late element works on a page whose tag has data-elements', async ({
  page,
  serveMarkup,
}) => {
  await page.goto(await serveMarkup('', 'data-elements'));
  await page.waitForFunction(() => customElements.get('usher-account'));
  await page.evaluate((html) => {
    document.body.insertAdjacentHTML('beforeend', html);
  }, gate);
  await expect(gateOf(page)).toContainText('Rent for');
});

test('two gates of one film share one request', async ({ page, serveMarkup, site }) => {
  await page.goto(await serveMarkup(gate + gate));
  await expect(gateOf(page).first()).toContainText('Rent for');
  await expect(gateOf(page).nth(1)).toContainText('Rent for');
  const checks = site.calls('payment/itemstate').filter(({ method }) => method === 'POST');
  expect(checks).toHaveLength(1);
});

test('the content of the page stays until the element is ready', async ({ page, serveMarkup }) => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/chunks/*-elements.js', async (route) => {
    await opened;
    await route.continue();
  });
  const request = page.waitForRequest('**/chunks/*-elements.js');
  await page.goto(await serveMarkup(`<usher-offers item="${item}"><p>€4.99</p></usher-offers>`));
  await request;
  await expect(page.getByText('€4.99')).toBeVisible();
  open();
  await expect(page.locator('usher-offers').getByRole('button', { name: 'Rent' })).toBeVisible();
  await expect(page.getByText('€4.99', { exact: true })).toBeHidden();
});

for (const width of [1280, 360]) {
  test(`nothing moves when a gate with a reserved size comes, at ${width} px`, async ({
    page,
    serveMarkup,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push(JSON.stringify(entry));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(await serveMarkup(`<h1>A film</h1>${gate}<p>The end</p>`));
    await expect(gateOf(page)).toContainText('Rent for');
    await gateOf(page).getByRole('button', { name: 'Rent for' }).waitFor();
    const moved = await page.evaluate(
      () =>
        // Shifts of this frame are reported two frames later.
        new Promise((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve((window as unknown as { moved: unknown }).moved)),
          ),
        ),
    );
    expect(moved).toEqual([]);
  });
}

test('an element waits for no answer of the platform, and for two chunks', async ({
  page,
  serveMarkup,
  baseUrl,
}) => {
  await page.route(`${baseUrl}/**`, () => {}); // never answered
  const scripts = scriptsOf(page);
  await page.goto(await serveMarkup(gate));
  await page.waitForFunction(() => customElements.get('usher-gate'));
  expect(scripts.slice(0, 2)).toEqual(['background', 'elements']);
});
