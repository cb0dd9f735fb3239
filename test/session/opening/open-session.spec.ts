import { expect, test } from '@playwright/test';
import type { Sequence } from '../../world/generate.ts';
import { loadCode, usualHabits } from '../../world/pages.ts';
import { runSequence } from '../../world/run.ts';
import { usualSite } from '../../world/site.ts';

// The platform gives a device its last session again. Pages whose references name two users open at
// the same moment, so no page can know whom the platform has given it to last.
const sequence: Sequence = {
  seed: 616233340,
  habits: { ...usualHabits, ids: 'again', renames: true },
  site: { ...usualSite, reference: 0 },
  isFresh: true,
  events: [
    { does: 'start', tab: 0 },
    { does: 'wait', ms: 558 },
    { does: 'publish', site: { ...usualSite, reference: 1 } },
    { does: 'open', tab: 1 },
    { does: 'sleep', ms: 1_200_000 },
    { does: 'wait', ms: 42 },
    { does: 'reload', tab: 1 },
  ],
};

test('a page reads nothing in a session that the platform gave to another user at that moment', async () => {
  const code = await loadCode();
  for (let turn = 0; turn < 20; turn++) {
    const { world } = await runSequence({ ...sequence, seed: sequence.seed + turn }, code);
    const answers = world.facts.sent.filter(
      ({ id, status }) => id === 'allmedia/latest' && status === 200,
    );
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter(({ user, shownUser }) => user !== shownUser)).toEqual([]);
  }
});
