import { expect, test } from '@playwright/test';
import type { WorldEvent } from '../../world/events.ts';
import { lastShown, play, wait } from '../../world/play.ts';

for (const is of ['full', 'blocked'] as const) {
  test(`a login after two erasures at once stays while localStorage is ${is}`, async () => {
    const events: readonly WorldEvent[] = [
      { does: 'open', tab: 2 },
      wait(3000),
      { does: 'storage', is },
      { does: 'forget', tab: 2 },
      { does: 'forget', tab: 0 },
      wait(5000),
      { does: 'login', tab: 0, viewer: 1, how: 'right' },
      wait(3000),
      { does: 'read', tab: 2 },
      wait(2000),
      { does: 'check', tab: 0 },
      wait(3000),
      { does: 'check', tab: 2 },
      wait(900_000),
    ];
    for (const facts of await play(events)) {
      expect(facts.calls.findLast(({ name }) => name === 'login')?.error).toBe(undefined);
      expect(lastShown(facts, 0)?.user).toBe('900002');
    }
  });
}
