import { locked, rentButton } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9189 });

test('a platform that cannot be reached is said in the header, once, under a heading of the page', async ({
  page,
  platform,
  site,
}) => {
  const address = `${site.url}/watch.html?gid=${locked.brazil}`;
  await page.goto(address);
  await expect(rentButton(page)).toBeVisible();
  const chip = page.locator('[data-session]');
  await expect(chip).toContainText('Ready');
  await page.route(`${platform.url}/**`, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This film did not load', {
    timeout: 45_000,
  });
  await expect(chip).toContainText('Offline');
  await expect(chip).not.toContainText('Ready');
  await expect(page.locator('[data-trouble]')).toHaveText(
    'The platform cannot be reached. What you see may be old.',
  );
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
  await page.unroute(`${platform.url}/**`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rentButton(page)).toBeVisible();
  await expect(chip).toContainText('Ready');
  await expect(page.locator('[data-trouble]')).toBeEmpty();
});
