import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { choose, inPage } from '../fixtures/flows/checkout.ts';
import { copyExample } from '../fixtures/examples/example-copy.ts';
import { startVite } from '../fixtures/examples/dev-server.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9176 });
test.setTimeout(180_000);

test('the React example sells a film, under StrictMode and hot reload too', async ({
  page,
  platform,
  provider,
  noise,
}) => {
  const { item, globalId } = (await platform.filmForSale())!;
  const example = await copyExample('react', {
    VITE_BASE_URL: `${platform.url}/v3.1/9176`,
    VITE_PROVIDER: provider.url,
    VITE_ITEM: item,
    VITE_GLOBAL_ID: globalId,
  });
  await example.run('npm', 'run', 'build'); // its types, and the bundle
  const vite = await startVite(example.folder, 0);
  const inits = (): number =>
    platform.calls.filter(
      ({ path, method }) => path.endsWith('/9176/session/init') && method === 'POST',
    ).length;

  await page.goto(vite.url);
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.getByLabel('User name').fill('ada');
  await page.getByLabel('Password').fill('lovelace');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  const video = page.locator('video');
  await expect(video).not.toHaveAttribute('src', /./);

  // A component that is edited keeps the session.
  const app = join(example.folder, 'src/app.tsx');
  await writeFile(app, (await readFile(app, 'utf8')).replace(' for ', ' now for '));
  const buy = page.getByRole('button', { name: /^ppv now for €/ });
  await buy.click();
  await choose(inPage(page), 'Approve');
  await expect(video).toHaveAttribute('src', /./);
  await expect(buy).toBeHidden();
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  expect(inits(), 'one session under StrictMode and hot reload').toBe(1);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
  expect(noise.filter((line) => !/\[vite\]|React DevTools|401/.test(line))).toEqual([]);
  vite.close();
  await example.remove();
});
