import { expect, test } from '@playwright/test';
import type { WorldEvent } from './events.ts';
import { loadCode, usualHabits } from './pages.ts';
import { runSequence } from './run.ts';
import { usualSite } from './site.ts';

const wait = (ms: number): WorldEvent => ({ does: 'wait', ms });

/** More than a purchase writes to IndexedDB: the journal, the inbox and the session. */
const mostWrites = 20;
const seeds = Array.from({ length: 10 }, (_, index) => index);

for (const by of ['redirect', 'in-page'] as const) {
  for (const act of ['approve', 'pending', 'cancel'] as const) {
    test(`no money is lost when the browser is killed at any write: ${act}, ${by === 'redirect' ? 'by redirect' : 'in the page'}`, async () => {
      test.setTimeout(600_000);
      const broken: string[] = [];
      for (const seed of seeds) {
        for (let writes = 1; writes <= mostWrites; writes++) {
          const events: readonly WorldEvent[] = [
            { does: 'kill at a write', writes },
            { does: 'buy', tab: 0, deal: 0, by, times: 2 },
            wait(1000),
            { does: 'pay', visit: 0, act, back: 'same tab' },
            wait(1000),
            { does: 'forget', tab: 0 },
            wait(3000),
          ];
          const sequence = { seed, habits: usualHabits, site: usualSite, events };
          const outcome = await runSequence(sequence, await loadCode());
          broken.push(
            ...outcome.broken.map((words) => `seed ${seed}, killed after ${writes}: ${words}`),
          );
        }
      }
      expect(broken).toEqual([]);
    });
  }
}
