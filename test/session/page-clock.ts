import './steerable-timers.ts';
import { useFakeTimers } from 'sinon';
import type { SinonFakeTimers } from 'sinon';

type Timer =
  | 'Date'
  | 'performance'
  | 'setTimeout'
  | 'clearTimeout'
  | 'setInterval'
  | 'clearInterval'
  | 'requestIdleCallback';
const timers: readonly Timer[] = [
  'Date',
  'performance',
  'setTimeout',
  'clearTimeout',
  'requestIdleCallback',
];

/** Saturday noon, as good as any other time. */
const noon = Date.UTC(2026, 10, 21, 12);

/**
 * After this time a page that has nothing to do was idle: longer where the engine has no
 * `requestIdleCallback`, and the runtime waits for a timer.
 */
export const idleMs: number = 'requestIdleCallback' in window ? 100 : 200;

/**
 * The time of the page, which a test moves on. A timer that the engine lacks stays missing, as a
 * page would find it.
 */
export function fakePageClock(now: number = noon, more: readonly Timer[] = []): SinonFakeTimers {
  return useFakeTimers({ now, toFake: [...timers, ...more].filter((name) => name in window) });
}
