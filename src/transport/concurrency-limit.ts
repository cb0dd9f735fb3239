import { AbortedError } from '../errors/aborted-error.ts';

/** The turn of a task in the queue. */
export interface Turn {
  /**
   * The rank of the task: the highest is next, equal ones in the order of their calls. Read when a
   * place is free. Above 0 the viewer waits for it. `undefined`: the task is no longer needed.
   */
  readonly rank: () => number | undefined;
  /** Call it when the rank has changed. The queue sets it. */
  changed?: () => void;
}

/**
 * Runs a task when a place is free.
 * @throws {AbortedError} `aborted`, when a signal fires before its turn, or it is no longer
 *   needed: it never runs.
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

/** The running and the waiting tasks. */
interface Queue {
  readonly most: number;
  readonly waiting: Set<Waiting>;
  running: number;
  /** The next tasks are started in a microtask, once for all that are added together. */
  isPlanned: boolean;
  /** The number of running tasks for which the viewer waits. */
  urgent: number;
}

/**
 * Creates a limit of `most` tasks at a time. A task for which the viewer waits gets one extra place
 * while no other of its kind runs.
 */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const queue: Queue = { most, waiting: new Set(), running: 0, isPlanned: false, urgent: 0 };
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
      turn.changed = () => startSoon(queue);
      startSoon(queue); // of tasks added together the highest is first
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

function startSoon(queue: Queue): void {
  if (queue.isPlanned) return;
  queue.isPlanned = true;
  void Promise.resolve().then(() => {
    queue.isPlanned = false;
    startNext(queue);
  });
}

/** Starts tasks while places are free. */
function startNext(queue: Queue): void {
  const { most, waiting } = queue;
  // Without a free place no task is looked at: thousands may wait.
  while (queue.running < most || (queue.running === most && !queue.urgent)) {
    const [task, rank] = highest(waiting);
    if (!task || (queue.running === most && !(rank > 0))) return;
    task.run();
  }
}

/** Returns the next task. Drops tasks that are no longer needed. */
function highest(
  waiting: ReadonlySet<Waiting>,
): readonly [task: Waiting | undefined, rank: number] {
  let found: Waiting | undefined;
  let highestRank = -Infinity;
  for (const task of waiting) {
    const rank = task.rank();
    if (rank === undefined) task.drop();
    else if (rank > highestRank) {
      found = task;
      highestRank = rank;
    }
  }
  return [found, highestRank];
}
