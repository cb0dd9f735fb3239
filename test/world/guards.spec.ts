import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { buildCode } from './code.ts';
import { readExample, variantsOf, withSeeds } from './examples.ts';
import { anySequence, type Sequence } from './generate.ts';
import { guards, type Guard } from './guard-list.ts';
import { loadCode } from './pages.ts';
import { runSequence } from './run.ts';

/**
 * The judges must find something within so many seeds and variants of the example, and so many
 * random sequences.
 */
const seeds = 20;
const variants = 600;
const runs = 700;
const seed = 20261124;

/** The example of a guard with some seeds, variants of it, and random sequences. */
function* sequencesFor({ example }: Guard): Generator<Sequence> {
  if (example !== undefined) {
    const { sequence } = readExample(example);
    yield* withSeeds(sequence, seeds);
    yield* variantsOf(sequence, variants, seed);
  }
  yield* fc.sample(anySequence, { numRuns: runs, seed });
}

/** What the judges say first without a guard, and do not say of the same sequence with it. */
async function firstFound(guard: Guard): Promise<string | undefined> {
  const { says, behind } = guard;
  const others = behind ? [behind] : [];
  const without = await buildCode({ without: [guard, ...others] });
  const whole = behind ? await buildCode({ without: others }) : await loadCode();
  for (const sequence of sequencesFor(guard)) {
    const { broken } = await runSequence(sequence, without);
    const found = broken.find((words) => says.test(words));
    if (found === undefined) continue;
    const outcome = await runSequence(sequence, whole);
    if (!outcome.broken.some((words) => says.test(words))) return found;
  }
  return undefined;
}

for (const guard of guards) {
  test(`the world notices that the ${guard.name} is missing`, async () => {
    test.setTimeout(600_000);
    expect(await firstFound(guard)).toMatch(guard.says);
  });
}
