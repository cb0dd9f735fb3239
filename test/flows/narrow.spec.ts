import type { Page } from '@playwright/test';
import { locked } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9192, viewport: { width: 320, height: 640 } });

const pages = [
  '/',
  '/browse.html',
  '/search.html?q=fish',
  `/watch.html?gid=${locked.brazil}`,
  '/statistics.html',
  '/submit.html',
];

/** Fields and words of which a viewer sees only a part. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const draw = document.createElement('canvas').getContext('2d')!;
    const roomIn = (field: HTMLElement): number => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
      return field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
    };
    const isSeen = (element: Element): boolean => element.checkVisibility();
    const wrong: string[] = [];
    for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      draw.font = getComputedStyle(input, '::placeholder').font;
      if (isSeen(input) && draw.measureText(input.placeholder).width > roomIn(input)) {
        wrong.push(input.placeholder);
      }
    }
    for (const select of document.querySelectorAll('select')) {
      const text = select.selectedOptions[0]?.text ?? '';
      draw.font = getComputedStyle(select).font;
      const excess = draw.measureText(text).width - roomIn(select);
      if (isSeen(select) && excess >= 1) wrong.push(`${text}: ${excess}`);
    }
    for (const day of document.querySelectorAll<HTMLInputElement>('input[type=date]')) {
      if (!isSeen(day)) continue;
      const { width } = day.getBoundingClientRect();
      day.style.inlineSize = 'max-content';
      if (day.getBoundingClientRect().width > width) wrong.push(day.value);
      day.style.inlineSize = '';
    }
    return wrong;
  });

for (const path of pages) {
  test(`${path} shows no part of a field's text at 320 px`, async ({ page, site }) => {
    await page.goto(site.url + path);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    await page.waitForLoadState('networkidle');
    expect(await cutOff(page)).toEqual([]);
  });
}

test('the status of the session is shown as a whole, or as its dot alone', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const chip = page.locator('[data-session]');
  await expect(chip).toHaveAttribute('data-status', 'ready');
  const seen = new Set<boolean>();
  for (const width of [320, 340, 360, 390, 600]) {
    await page.setViewportSize({ width, height: 640 });
    const { shown, all } = await chip.evaluate((button) => {
      const words = document.createRange();
      words.selectNodeContents(button.lastElementChild!);
      words.setStart(button.lastElementChild!.lastChild!, 0);
      const [outer, inner] = [button.getBoundingClientRect(), words.getBoundingClientRect()];
      const width = Math.min(outer.right, inner.right) - Math.max(outer.left, inner.left);
      const height = Math.min(outer.bottom, inner.bottom) - Math.max(outer.top, inner.top);
      return { shown: height > 0 ? width : 0, all: inner.width };
    });
    expect([0, Math.round(all)], `${width} px`).toContain(Math.round(shown));
    seen.add(shown > 0);
    await expect(chip).toHaveAccessibleName('Session: Ready');
    await expect(chip.locator('.dot')).toBeInViewport({ ratio: 1 });
    const [dot, frame] = [await chip.locator('.dot').boundingBox(), await chip.boundingBox()];
    const aside = dot!.y + dot!.height / 2 - frame!.y - frame!.height / 2;
    expect(Math.abs(aside)).toBeLessThan(1.5);
  }
  expect([...seen]).toContain(true);
});
