import { randomInt } from 'node:crypto';

/**
 * A session ID: 19 random digits that still fit 64 bits, far beyond what a JavaScript number holds.
 */
export function createSessionId(): string {
  const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0');
  return `${randomInt(1, 9)}${digits(9)}${digits(9)}`;
}
