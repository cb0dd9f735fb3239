import { test } from '@playwright/test';
import fc from 'fast-check';
import { loadRuntime } from '../session/simulation/load-runtime.ts';
import { anySequence } from './simulation/commands.ts';
import type { Sequence } from './simulation/commands.ts';
import { runSequence } from './simulation/run-sequence.ts';

/**
 * How many sequences each test runs. 10,000 in all: `SIMULATION_RUNS=3400 npx playwright test -c
 * test/flows/playwright.config.ts test/checkout/simulation.spec.ts`.
 */
const runs = Number(process.env['SIMULATION_RUNS'] ?? 700);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20261121);

async function holds(sequence: Sequence): Promise<void> {
  const { shop, broken } = await runSequence(sequence.seed, sequence.commands, await loadRuntime());
  if (broken.length) throw new Error([...broken, ...shop.device.history.story].join('\n'));
}

for (const tabs of [1, 2, 3]) {
  test(`no money is lost in ${tabs === 1 ? 'one tab' : `${tabs} tabs`}, in ${runs} sequences from seed ${seed}`, async () => {
    test.setTimeout(600_000);
    await fc.assert(fc.asyncProperty(anySequence(tabs), holds), {
      numRuns: runs,
      seed,
      verbose: false,
    });
  });
}
