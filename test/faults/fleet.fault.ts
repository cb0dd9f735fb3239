import { expect, test } from './support/faults.ts';
import { runFleet } from './support/fleet.ts';
import { virtualClock } from './support/virtual-clock.ts';

const minuteMs = 60_000;

/** The maximum number within any window of time. */
function mostWithin(windowMs: number, times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [place, time] of sorted.entries()) {
    while (time >= sorted[first]! + windowMs) first++;
    most = Math.max(most, place - first + 1);
  }
  return most;
}

test.describe('Server', () => {
  test('many devices return after an outage', async ({ page, pages }) => {
    // It computes all the time, and takes several times as long beside other work.
    test.setTimeout(300_000);
    await page.goto(pages.origin() + pages.add({ patches: [virtualClock] }));
    const clients = 400;
    const { attempts, opened } = await runFleet(page, {
      clients,
      outageMs: 10 * minuteMs,
      untilMs: 14 * minuteMs,
    });
    const back = opened.map((at) => at - 10 * minuteMs);
    expect(back.length).toBe(clients);
    expect(Math.max(...back), 'the last is back, ms').toBeLessThan(135_000);
    // An even spread over two minutes gives 0.8 % per second. Chance makes some seconds fuller.
    expect(mostWithin(1000, back), 'most in one second').toBeLessThan(clients * 0.06);
    expect(mostWithin(10_000, back), 'most in ten seconds').toBeLessThan(clients * 0.25);
    const late = attempts.filter((at) => at > 5 * minuteMs && at < 10 * minuteMs);
    expect(late.length / 5, 'attempts a minute that a platform in need has to bear').toBeLessThan(
      clients * 2,
    );
    expect(mostWithin(1000, late), 'most in one second of the outage').toBeLessThan(clients * 0.1);
  });
});
