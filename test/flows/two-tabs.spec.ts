import { logIn } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9171 });

test(
  'a login and a logout in one tab show in the other, which sends nothing for them',
  { tag: '@main' },
  async ({ context, page, site, noise }) => {
    await page.goto(site.url);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    const other = await context.newPage();
    await other.goto(`${site.url}/search.html?q=comedy`);
    await expect(other.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    // A dialog that is open there closes.
    await other.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(other.getByRole('dialog')).toBeVisible();

    await logIn(page, 'ada', 'lovelace');
    await expect(page.locator('[data-account]')).toHaveText('ada');
    await expect(other.locator('[data-account]')).toHaveText('ada');
    await expect(other.getByRole('dialog')).toBeHidden();

    await other.locator('[data-account]').click();
    await other.getByRole('button', { name: 'Log out' }).click();
    await expect(other.locator('[data-login]')).toBeVisible();
    await expect(page.locator('[data-login]')).toBeVisible();
    await expect(page.locator('[data-account]')).toBeHidden();

    const posts = (path: string) => site.calls(path).filter(({ method }) => method === 'POST');
    await expect.poll(() => posts('session/logout')).toHaveLength(1);
    expect([posts('session/init').length, posts('session/login').length]).toEqual([1, 1]);
    expect(noise).toEqual([]);
  },
);

test('who is logged in as somebody else by another tab is told so, until they have read it', async ({
  context,
  page,
  site,
}) => {
  await page.goto(site.url);
  await logIn(page, 'ada', 'lovelace');
  await expect(page.locator('[data-account]')).toHaveText('ada');
  const other = await context.newPage();
  await other.goto(site.url);
  await expect(other.locator('[data-account]')).toHaveText('ada');
  await other.evaluate(() =>
    (window as unknown as { usher: { push(callback: (usher: any) => void): void } }).usher.push(
      (usher) => {
        void usher.login({ provider: 'manual', username: 'grace', password: 'hopper' });
      },
    ),
  );
  await expect(page.locator('[data-account]')).toHaveText('grace');
  await expect(page.locator('[data-news]')).toHaveText('You are grace here now, no longer ada.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('[data-news]')).toBeEmpty();
  await expect(other.locator('[data-news]')).toBeEmpty();
});
