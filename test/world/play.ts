import { expect } from '@playwright/test';
import type { WorldEvent } from './events.ts';
import type { Facts, Shown } from './facts.ts';
import { loadCode, usualHabits } from './pages.ts';
import { runSequence } from './run.ts';
import { usualSite, type Site } from './site.ts';

const seeds = Array.from({ length: 5 }, (_, index) => index);

export const wait = (ms: number): WorldEvent => ({ does: 'wait', ms });

/** The facts of a sequence, for a few seeds. The judges must be silent too. */
export async function play(
  events: readonly WorldEvent[],
  site: Partial<Site> = {},
  isFresh = false,
): Promise<readonly Facts[]> {
  const facts: Facts[] = [];
  for (const seed of seeds) {
    const sequence = {
      seed,
      isFresh,
      habits: usualHabits,
      site: { ...usualSite, ...site },
      events,
    };
    const { world, broken } = await runSequence(sequence, await loadCode());
    expect(broken).toEqual([]);
    facts.push(world.facts);
  }
  return facts;
}

/** What the pages of a tab show at a time. Default: at the end. */
export const lastShown = ({ shown }: Facts, tab: number, by = Infinity): Shown | undefined =>
  shown.findLast(({ page, at }) => page.startsWith(`page ${tab}.`) && at <= by);
