import { expect, test } from '@playwright/test';
import { loadRuntime } from '../session/simulation/load-runtime.ts';
import type { Command } from './simulation/commands.ts';
import { runSequence } from './simulation/run-sequence.ts';

const wait = (ms: number): Command => ({ does: 'wait', ms });

/** More than a purchase writes to the journal. */
const mostWrites = 12;
const seeds = Array.from({ length: 10 }, (_, index) => index);

for (const provider of ['redirect', 'in-page'] as const) {
  for (const act of ['approve', 'pending', 'cancel'] as const) {
    test(`no money is lost when the browser is killed at any write: ${act}, ${provider === 'redirect' ? 'by redirect' : 'in the page'}`, async () => {
      const broken: string[] = [];
      for (const seed of seeds) {
        for (let writes = 1; writes <= mostWrites; writes++) {
          const commands: readonly Command[] = [
            { does: 'killAfter', writes },
            { does: 'buy', tab: 0, deal: 0, amount: 0, provider, times: 2 },
            wait(1000),
            { does: 'pay', tab: 0, visit: 0, act, returns: true },
            wait(1000),
            { does: 'forget', tab: 0 },
            wait(3000),
          ];
          broken.push(
            ...(await runSequence(seed, commands, await loadRuntime())).broken.map(
              (words) => `seed ${seed}, killed after ${writes}: ${words}`,
            ),
          );
        }
      }
      expect(broken).toEqual([]);
    });
  }
}
