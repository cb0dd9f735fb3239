/** Runs a task when one of the lanes is free; in the order in which they came. */
export type Lanes = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** So many tasks run at a time. One whose signal fires before its turn never runs. */
export function createLanes(most: number): Lanes {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = (): void => {
    while (running < most && waiting.length) waiting.shift()!();
  };
  return (task, signal) => new Promise((resolve, reject) => {
    waiting.push(() => {
      if (signal.aborted) return; // whoever asked knows
      running++;
      task().then(resolve, reject).finally(() => {
        running--;
        next();
      });
    });
    next();
  });
}
