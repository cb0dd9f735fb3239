import type { Locator } from '@playwright/test';

/** The least contrast of elements' text with the ground under them (WCAG 2: 1 to 21). */
export async function leastContrastOf(locator: Locator): Promise<number> {
  const pairs = await locator.evaluateAll((elements) => {
    const numbers = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const groundOf = (element: Element | null): number[] => {
      if (!element) return [255, 255, 255];
      const ground = numbers(getComputedStyle(element).backgroundColor);
      return (ground[3] ?? 1) < 1 ? groundOf(element.parentElement) : ground;
    };
    return elements.map(
      (element) => [numbers(getComputedStyle(element).color), groundOf(element)] as const,
    );
  });
  return Math.min(...pairs.map(([text, ground]) => contrast(luminance(text), luminance(ground))));
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  return part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
}
