import { test } from '@playwright/test';
import fc from 'fast-check';
import { anyCommand } from './simulation/commands.ts';
import type { Command } from './simulation/commands.ts';
import type { World } from './simulation/simulated-device.ts';
import { loadRuntime } from './simulation/load-runtime.ts';
import { runSequence } from './simulation/run-sequence.ts';

/** How many sequences each test runs. */
const runs = Number(process.env['SIMULATION_RUNS'] ?? 500);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20261121);
const longest = 25;

interface Sequence {
  readonly world: World;
  readonly commands: readonly Command[];
}

/** In most sequences no listener calls the runtime. */
const anyCallBack = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  undefined,
  'start',
  'read',
  'logout',
  'forget',
) as fc.Arbitrary<World['callsBack']>;

const sequences = (tabs: number, hasStorage: boolean): fc.Arbitrary<Sequence> =>
  fc.record({
    world: fc.record({
      seed: fc.nat(),
      renames: fc.boolean(),
      hasStorage: fc.constant(hasStorage),
      callsBack: anyCallBack,
    }),
    commands: fc.array(anyCommand(tabs), { minLength: 1, maxLength: longest, size: 'max' }),
  });

async function holds(sequence: Sequence): Promise<void> {
  const { device, broken } = await runSequence(
    sequence.world,
    sequence.commands,
    await loadRuntime(),
  );
  if (broken.length) throw new Error([...broken, ...device.history.story].join('\n'));
}

for (const [tabs, hasStorage] of [
  [1, true],
  [2, true],
  [3, true],
  [4, true],
  [1, false],
] as const) {
  const where = `${tabs === 1 ? 'one tab' : `${tabs} tabs`}${hasStorage ? '' : ' without any storage'}`;
  test(`the invariants hold in ${where}, in ${runs} sequences from seed ${seed}`, async () => {
    test.setTimeout(600_000);
    await fc.assert(fc.asyncProperty(sequences(tabs, hasStorage), holds), {
      numRuns: runs,
      seed,
      verbose: false,
    });
  });
}
