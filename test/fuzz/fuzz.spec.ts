import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { createPureTarget } from './fuzz.ts';
import { targets } from './targets.ts';

/** `npm run fuzz` tries for as long as one wants. */
const runs: Readonly<Record<string, number>> = { platform: 20, provider: 60, arguments: 500 };
const seed = 20261125;

// A run of the platform makes some twenty requests.
test.describe.configure({ timeout: 300_000 });

for (const target of targets) {
  test(`${target.name}: ${target.about}`, async () => {
    const { report, runs: made } = await target.fuzz({ seed, runs: runs[target.name] ?? 1000 });
    expect(report).toBeUndefined();
    expect(made).toBe(runs[target.name] ?? 1000);
  });
}

test('a broken promise is found, and shrunk', async () => {
  const broken = createPureTarget('broken', 'numbers are small', fc.nat(), (value) => {
    if (value > 500) throw new Error('too large');
  });
  const { report } = await broken.fuzz({ seed, runs: 100 });
  expect(report).toContain('Counterexample: [501]');
  expect(report).toContain('too large');
});
