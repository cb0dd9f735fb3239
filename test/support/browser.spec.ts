import { chromium, expect, test } from '@playwright/test';
import { browserArgs, ensureBrowser } from './browser.mjs';

test('our list of features that are off has all that Playwright switches off', async () => {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs });
  try {
    const page = await browser.newPage();
    await page.goto('chrome://version');
    const commandLine = (await page.locator('#command_line').textContent()) ?? '';
    const lists = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, names = '']) =>
      names.split(','),
    );
    expect(lists.length).toBeGreaterThan(1);
    expect(
      lists
        .slice(0, -1)
        .flat()
        .filter((name) => !lists.at(-1)!.includes(name)),
    ).toEqual([]);
  } finally {
    await browser.close();
  }
});
