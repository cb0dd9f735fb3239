import { identityText, sessionProblemText } from '../../demo/page/features/session/session-text.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9173 });

const failing = {
  status: 500,
  headers: { 'Access-Control-Allow-Origin': '*' },
  json: { metadata: { status: 500 }, result: {} },
};

test(
  'a viewer who goes offline reads so at once, and it goes when they are back',
  { tag: '@main' },
  async ({ context, page, site }) => {
    await page.goto(site.url);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    await expect(page.locator('[data-trouble]')).toBeEmpty();
    await context.setOffline(true);
    await expect(page.locator('[data-trouble]')).toHaveText(
      'You are offline. What you see may be old.',
    );
    await expect(page.locator('[data-session]')).toContainText('Offline');
    await context.setOffline(false);
    await expect(page.locator('[data-trouble]')).toBeEmpty();
    await expect(page.locator('[data-session]')).toContainText('Ready');
  },
);

test('where the platform cannot be reached, the page says so', async ({ page, platform, site }) => {
  await page.route(`${platform.url}/**`, (route) => route.abort());
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'offline');
  await expect(page.locator('[data-trouble]')).toHaveText(
    'The platform cannot be reached. What you see may be old.',
  );
});

test('where the platform gives no session, a viewer watches without an account, and no login is offered', async ({
  page,
  site,
}) => {
  await page.route('**/session/init*', (route) => route.fulfill(failing));
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'static');
  await expect(page.locator('[data-trouble]')).toContainText('Watching without an account here');
  await expect(page.locator('[data-login]')).toBeHidden();
});

test('a platform with a problem is called that', async ({ page, site }) => {
  await page.route(/session\/(init|staticdetails)/, (route) => route.fulfill(failing));
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'degraded');
  await expect(page.locator('[data-trouble]')).toHaveText(
    'The platform has a problem. Some things may not work until it has recovered.',
  );
});

test('without anything to say the notices take no place', async ({ page, site }) => {
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  const heightOf = (notices: Element): number => notices.getBoundingClientRect().height;
  expect(await page.locator('.session-notices').evaluate(heightOf)).toBe(0);
});

test('a session that is late is told by its reason, one that is well by nothing', () => {
  expect(sessionProblemText({ status: 'ready' }, true)).toBe('');
  expect(sessionProblemText({ status: 'ended' }, true)).toBe('');
  const texts = (['asleep', 'network', 'platform'] as const).map((why) =>
    sessionProblemText({ status: 'ready', late: { byMs: 90_000, why } }, true),
  );
  expect(new Set(texts).size).toBe(3);
  expect(texts.every(Boolean)).toBe(true);
  expect(sessionProblemText({ status: 'static', error: { code: 'static-session' } }, true)).toBe(
    'Watching without an account here.',
  );
});

test('a change of identity is told by names', () => {
  const [ada, kim] = [
    { id: '1', name: 'ada' },
    { id: '2', name: 'kim' },
  ];
  expect(identityText({ before: ada, now: null })).toBe(
    'You are no longer logged in as ada. Log in again to go on.',
  );
  expect(identityText({ before: null, now: kim })).toBe('You are kim here now.');
});
