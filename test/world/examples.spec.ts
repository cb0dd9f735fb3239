import { expect, test } from '@playwright/test';
import { exampleNames, readExample, withSeeds } from './examples.ts';
import { loadCode } from './pages.ts';
import { runSequence } from './run.ts';

for (const { title, sequence } of exampleNames().map(readExample)) {
  test(title, async () => {
    const evaluate = await loadCode();
    const broken: string[] = [];
    for (const each of withSeeds(sequence)) {
      const outcome = await runSequence(each, evaluate);
      broken.push(...outcome.broken.map((words) => `seed ${each.seed}: ${words}`));
    }
    expect(broken).toEqual([]);
  });
}
