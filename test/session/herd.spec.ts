import { expect, test } from '@playwright/test';
import { peakOf, runHerd, spreadOf } from '../world/herd.ts';

const minuteMs = 60_000;
/** Such a bin holds some 800 keepalives: chance alone makes no peak of 1.3 times the mean. */
const binSeconds = 30;

test('devices that start together spread over three intervals, and also after an outage', () => {
  const { perSecond, returns } = runHerd({
    sessions: 20_000,
    seed: 20261121,
    outageFrom: 108 * minuteMs,
    outageTo: 118 * minuteMs,
    until: 130 * minuteMs,
  });
  const { mean, peak } = peakOf(perSecond, 43 * 60, 108 * 60, binSeconds);
  expect(mean).toBeCloseTo(20_000 / 720, 0);
  expect(peak / mean).toBeLessThanOrEqual(1.3);
  expect(returns.length).toBeGreaterThan(10_000);
  expect(spreadOf(returns)).toBeGreaterThanOrEqual(minuteMs);
});
