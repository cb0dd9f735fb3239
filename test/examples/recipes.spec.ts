import type { Page } from '@playwright/test';
import type { Usher } from '../../src/index.ts';
import { createFilmPicker } from '../faults/support/film-picker.ts';
import { expect, test } from '../fixtures/examples/example.ts';
import { unexpected } from '../fixtures/examples/film-for-sale.ts';
import { choose, inPage } from '../fixtures/flows/checkout.ts';
import { recipes } from '../fixtures/recipes/recipes.ts';
import { frameworkBlocks, writeRecipes } from '../fixtures/recipes/write-recipes.ts';

test.use({ domain: 9186, source: 'test/fixtures/recipes' });

declare global {
  /** What each page of a component leaves for the test. */
  interface Window {
    runtime: Usher;
    film: ReturnType<Usher['item']>;
  }
}

const logIn = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.runtime.login({ username: 'ada', password: 'lovelace' }));

/** Buys the film by the button of the component, or by a call where it has none. */
async function buy(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.film.$state.get().access)).toBe('denied');
  const button = page.getByRole('button', { name: /^€/ }).first();
  if (await button.isVisible()) await button.click();
  else {
    await page.evaluate(async () => {
      const { offers } = window.film.$state.get();
      const rent = offers.find(({ operation }) => operation === 'ppv')!;
      await window.film.buy(rent, { provider: 'card' });
    });
  }
  await choose(inPage(page), 'Approve');
}

test('each block of the page about frameworks is a recipe', () => {
  const tested = new Set(recipes.map(({ heading }) => heading));
  const written = [...frameworkBlocks().keys()];
  expect(written).toEqual(['One runtime for the whole application', ...tested]);
});

test('the components of the page about frameworks show a login and a purchase', async ({
  page,
  platform,
  provider,
  example,
  noise,
}) => {
  const pickFilm = await createFilmPicker(platform);
  const films: Record<string, string> = {};
  for (const { name } of recipes) films[name] = (await pickFilm()).film.item;
  const baseUrl = `${platform.url}/v3.1/9186`;
  await writeRecipes(example.folder, { baseUrl, provider: provider.url, films });
  await example.run('types');
  await example.run('build');
  const url = await example.serveFiles('dist');

  for (const recipe of recipes) {
    await test.step(recipe.name, async () => {
      const main = page.locator('main');
      await page.goto(`${url}?${recipe.name}`);
      await page.waitForFunction(() => 'film' in window);
      await expect(main).not.toContainText('ada');
      await logIn(page);
      await expect(main).toContainText(recipe.denied);
      if (recipe.greets) await expect(main).toContainText('Hello ada');
      if (recipe.granted) {
        await buy(page);
        await expect(main).toContainText(recipe.granted);
      }
      await page.evaluate(() => window.runtime.logout());
      await expect(main).not.toContainText('ada');
    });
  }
  expect(unexpected(noise)).toEqual([]);
});
