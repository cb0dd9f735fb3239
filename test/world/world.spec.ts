import { expect, test } from '@playwright/test';
import { buildCode } from './code.ts';
import { explore } from './explore.ts';

/** `npm test` runs fewer sequences than `npm run test:all`. */
const runs = Number(process.env['WORLD_RUNS'] ?? 200);
const seed = Number(process.env['WORLD_SEED'] ?? 20261124);

test(`the judges find nothing in ${runs} sequences from seed ${seed} @main`, async () => {
  test.setTimeout(1_200_000);
  const { found, runs: done } = await explore(await buildCode(), { runs, seed });
  expect(found.map(({ text }) => text).join('\n\n')).toBe('');
  expect(done).toBe(runs);
});
