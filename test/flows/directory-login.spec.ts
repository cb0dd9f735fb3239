import type { Page } from '@playwright/test';
import { films } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9170 });

async function goToDirectory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
  await page.getByRole('dialog').getByText('Other ways in').click();
  await page.getByRole('button', { name: 'Go to the directory' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
}

const waitForSession = (page: Page) =>
  expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');

test('a viewer goes to the directory and comes back logged in, to the film that they left', async ({
  page,
  site,
  noise,
}) => {
  const requests: string[] = []; // address and Referer of each
  page.on(
    'request',
    (request) =>
      void request.allHeaders().then(
        (headers) => requests.push(`${request.url().split('#')[0]} ${headers['referer'] ?? ''}`),
        () => {},
      ),
  );
  const film = `${site.url}/watch.html?gid=${films.locked.gid}`;
  await page.goto(film);
  await waitForSession(page);
  await goToDirectory(page);
  await page.getByRole('button', { name: 'grace' }).click();
  await expect(page.locator('[data-account]')).toHaveText('grace');
  await expect(page).toHaveURL(film);
  await expect(page.locator('usher-gate')).toHaveAttribute('access', 'granted');
  const [login] = site.calls('session/login').filter(({ method }) => method === 'POST');
  const sent = new URLSearchParams(login!.body);
  expect([sent.get('provider'), sent.get('host'), login!.status]).toEqual([
    'directory',
    new URL(site.url).host,
    200,
  ]);
  const token = sent.get('token')!;
  expect(token.length).toBeGreaterThan(20);
  expect(requests.filter((line) => line.includes(token))).toEqual([]);
  expect(requests.some((line) => line.startsWith(`${site.url}/page/pages/clean-address.ts`))).toBe(
    true,
  );
  expect(
    await page.evaluate(() =>
      JSON.stringify([location.href, localStorage, sessionStorage, document.cookie]),
    ),
  ).not.toContain(token);
  expect(site.calls('session/init')).toHaveLength(1);
  expect(noise).toEqual([]);
});

test('the address is clean before any other script can read it', async ({ page, site }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const other = document.querySelector('script:not([data-clean-address]), link');
      if (!other) return;
      observer.disconnect();
      (window as unknown as { seen: string }).seen = location.href;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${site.url}/#provider=directory&token=secret&state=x`);
  await waitForSession(page);
  expect(await page.evaluate(() => (window as unknown as { seen: string }).seen)).toBe(
    `${site.url}/`,
  );
  expect(page.url()).toBe(`${site.url}/`);
});

test('a token that this tab did not request logs no viewer in', async ({ page, site }) => {
  await page.goto(`${site.url}/#provider=directory&token=somebody-elses&state=invented`);
  await expect(page.getByRole('alert')).toContainText('nobody was logged in');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(site.calls('session/login')).toHaveLength(0);
});

test('a viewer who leaves the directory without a login sees a message, and so does one whose token was used before', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await waitForSession(page);
  await goToDirectory(page);
  await page.getByRole('button', { name: 'None of these' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You came back from the directory without logging in.',
  );
  await page.getByRole('button', { name: 'Close' }).click();

  await goToDirectory(page);
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      if ((input instanceof Request ? input.url : String(input)).endsWith('session/login')) {
        await fetch(input, init);
      } // the token is used now
      return fetch(input, init);
    };
  });
  await page.getByRole('button', { name: 'ada' }).click();
  await expect(page.getByRole('alert')).toContainText('it serves only once');
  await expect(page.locator('[data-login]')).toBeVisible();
  expect(page.url()).toBe(`${site.url}/`);
});

test('the platform gives no address of the directory for a host that it does not know', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await waitForSession(page);
  const refusal = await page.evaluate(
    () =>
      new Promise((resolve) => {
        (window as unknown as { usher: { push(callback: (usher: any) => void): void } }).usher.push(
          (usher) => {
            usher
              .call('session/generatedirectoryloginurl', { host: 'evil.example' })
              .then(resolve, ({ code, status, hint }: Record<string, unknown>) =>
                resolve({ code, status, hint }),
              );
          },
        );
      }),
  );
  expect(refusal).toEqual({
    code: 'platform',
    status: 400,
    hint: expect.stringContaining('host must be one that this platform sends viewers back to'),
  });
});
