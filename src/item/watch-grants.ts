import type { Clock } from '../browser/clock.ts';
import type { Items } from './items.ts';

/** What could not be asked when its grant ended is asked again so much later. */
const againMs = 60_000;

/** Has every grant asked about again when it ends. `onItem` calls back with each change of an item; the returned function stops it. */
export function watchGrants({ known }: Items, clock: Clock, onItem: (listener: () => void) => () => void): () => void {
  let cancel = (): void => {};
  let lookedAt = clock.now(); // what has ended is not asked about before
  const plan = (): void => {
    cancel();
    const granted = Object.values(known).map(([item]) => item).filter(({ $state }) => $state.get().access === 'granted' && $state.get().until);
    const due = granted.map((item) => ({ item, at: Math.max(item.$state.get().until!, lookedAt) }));
    if (!due.length) return;
    cancel = clock.after(Math.min(...due.map(({ at }) => at)) - clock.now(), () => {
      const now = clock.now();
      lookedAt = now + againMs;
      for (const { item, at } of due) if (at <= now) void item.check();
      plan(); // a longer wait than timers take has only begun
    });
  };
  const stop = onItem(plan);
  plan();
  return () => {
    stop();
    cancel();
  };
}
