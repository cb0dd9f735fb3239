import type { Random } from '../../browser/random.ts';

/**
 * Creates a device hash: `<1..4>:<unix seconds>:<five random digits><1..9>`. The first and the last
 * digit say how the page's secret is cut.
 */
export function createDeviceHash(nowMs: number, random: Random): string {
  const digits = (count: number): number => Math.floor(random() * count);
  return `${1 + digits(4)}:${Math.floor(nowMs / 1000)}:${String(digits(1e5)).padStart(5, '0')}${1 + digits(9)}`;
}
