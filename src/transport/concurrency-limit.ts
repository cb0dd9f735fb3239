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
  readonly run: (isUrgent: boolean) => void;
  readonly drop: () => void;
}

/** The running and the waiting tasks. */
interface Queue {
  readonly maxRunning: number;
  readonly waiting: Set<Waiting>;
  /** The waiting tasks, the next one first. Absent after a change: they are sorted again. */
  order?: Waiting[] | undefined;
  running: number;
  /** The next tasks are started in a microtask, once for all that are added together. */
  isPlanned: boolean;
  /** The number of running tasks for which the viewer waits. */
  urgent: number;
}

/**
 * Runs at most `maxRunning` tasks at a time. One task for which the viewer waits may run in
 * addition, unless another one of that kind is running.
 */
export function createConcurrencyLimit(maxRunning: number): ConcurrencyLimit {
  const queue: Queue = { maxRunning, waiting: new Set(), running: 0, isPlanned: false, urgent: 0 };
  return (task, signals, turn = { rank: () => 0 }) =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.waiting.delete(own);
        for (const signal of signals) signal.removeEventListener('abort', own.drop);
      };
      const own: Waiting = {
        rank: turn.rank,
        run(isUrgent) {
          leave();
          run(queue, task, isUrgent).then(resolve, reject);
        },
        drop() {
          leave();
          reject(new AbortedError(signals));
        },
      };
      if (signals.some(({ aborted }) => aborted)) return own.drop();
      for (const signal of signals) signal.addEventListener('abort', own.drop);
      queue.waiting.add(own);
      turn.changed = () => startSoon(queue);
      startSoon(queue); // so that tasks added together are ranked before one starts
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
  queue.order = undefined;
  if (queue.isPlanned) return;
  queue.isPlanned = true;
  void Promise.resolve().then(() => {
    queue.isPlanned = false;
    startNext(queue);
  });
}

/** Starts tasks while places are free. Otherwise it looks at none, because thousands may wait. */
function startNext(queue: Queue): void {
  const { maxRunning } = queue;
  while (queue.running < (queue.urgent ? maxRunning : maxRunning + 1)) {
    const next = nextOf(queue);
    if (!next) return;
    const isUrgent = next.rank()! > 0;
    if (queue.running === maxRunning && !isUrgent) return;
    next.run(isUrgent);
  }
}

/** Returns the next task. Drops tasks that are no longer needed. */
function nextOf(queue: Queue): Waiting | undefined {
  const { waiting } = queue;
  const order = (queue.order ??= sortByRank(waiting));
  for (let [next] = order; next; [next] = order) {
    if (waiting.has(next)) {
      if (next.rank() !== undefined) return next;
      next.drop();
    }
    order.shift();
  }
  return undefined;
}

/** Returns the tasks, the highest rank first. Those that are no longer needed come before it. */
function sortByRank(waiting: ReadonlySet<Waiting>): Waiting[] {
  return Array.from(waiting, (task) => ({ task, rank: task.rank() ?? Infinity }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ task }) => task);
}
