import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { buildCode } from './code.ts';
import { readExample, withSeeds } from './examples.ts';
import { anySequence } from './generate.ts';
import { guards, type Guard } from './guard-list.ts';
import { loadCode } from './pages.ts';
import { runSequence } from './run.ts';

/** The judges must find something within this number of sequences. */
const runs = 700;
const seed = 20261124;

/** What the judges say first without a guard, and do not say of the same sequence with it. */
async function firstFound({ says, example, behind, ...guard }: Guard): Promise<string | undefined> {
  const examples = example === undefined ? [] : withSeeds(readExample(example).sequence);
  const others = behind ? [behind] : [];
  const without = await buildCode({ without: [guard, ...others] });
  const whole = behind ? await buildCode({ without: others }) : await loadCode();
  for (const sequence of [...examples, ...fc.sample(anySequence, { numRuns: runs, seed })]) {
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
