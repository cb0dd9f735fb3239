import { AbortedError } from '../errors/aborted-error.ts';

/** When it is a task's turn. */
export interface Turn {
  /**
   * Which task is next: the highest first, equals in the order in which they came. Asked when a
   * place is free. Above 0 the viewer waits for it. `undefined`: the task is not wanted any more.
   */
  readonly rank: () => number | undefined;
  /** Call it when the rank has changed. Set here. */
  changed?: () => void;
}

/**
 * Runs a task when there is a place for it.
 * @throws {AbortedError} `aborted`, when a signal fires before its turn, or it is not wanted any
 *   more: it never runs.
 */
export type ConcurrencyLimit = <T>(
  task: () => Promise<T>,
  signals: readonly AbortSignal[],
  turn?: Turn,
) => Promise<T>;

interface Waiting {
  readonly rank: Turn['rank'];
  readonly run: () => void;
  readonly drop: () => void;
}

/** What runs and what waits. */
interface Queue {
  readonly most: number;
  readonly waiting: Set<Waiting>;
  running: number;
  /** So many of those that run the viewer waits for. */
  urgent: number;
}

/**
 * So many tasks run at a time. One that the viewer waits for does not wait for others: while none
 * of its kind runs, it has a place more.
 */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const queue: Queue = { most, waiting: new Set(), running: 0, urgent: 0 };
  return (task, signals, turn = { rank: () => 0 }) =>
    new Promise((resolve, reject) => {
      const { rank } = turn;
      const leave = (): void => {
        queue.waiting.delete(own);
        for (const signal of signals) signal.removeEventListener('abort', own.drop);
      };
      const own: Waiting = {
        rank,
        run() {
          leave();
          run(queue, task, (rank() ?? 0) > 0).then(resolve, reject);
        },
        drop() {
          leave();
          reject(new AbortedError());
        },
      };
      if (signals.some(({ aborted }) => aborted)) return own.drop();
      for (const signal of signals) signal.addEventListener('abort', own.drop);
      queue.waiting.add(own);
      turn.changed = () => startNext(queue);
      void Promise.resolve().then(turn.changed); // of tasks that come together the highest is first
    });
}

async function run<T>(queue: Queue, task: () => Promise<T>, isUrgent: boolean): Promise<T> {
  queue.running++;
  queue.urgent += Number(isUrgent);
  try {
    return await task();
  } finally {
    queue.running--;
    queue.urgent -= Number(isUrgent);
    startNext(queue);
  }
}

/** Starts what there is a place for. */
function startNext(queue: Queue): void {
  for (;;) {
    const [task, rank] = highest(queue.waiting);
    const places = rank > 0 && !queue.urgent ? queue.most + 1 : queue.most;
    if (!task || queue.running >= places) return;
    task.run();
  }
}

/** The task that is next. What is not wanted any more is dropped. */
function highest(
  waiting: ReadonlySet<Waiting>,
): readonly [task: Waiting | undefined, rank: number] {
  let found: Waiting | undefined;
  let highestRank = -Infinity;
  for (const task of Array.from(waiting)) {
    const rank = task.rank();
    if (rank === undefined) task.drop();
    else if (rank > highestRank) {
      found = task;
      highestRank = rank;
    }
  }
  return [found, highestRank];
}
