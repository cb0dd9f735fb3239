/** An owner of tasks. Its tasks wait while it is frozen, and are dropped when it is gone. */
export interface Owner {
  readonly isGone: () => boolean;
  /** Holds back a task that is due later; `false` when it may run now. */
  readonly holdsBack: (task: Task) => boolean;
  /** The main thread of the page is busy with a long task. Default: never. */
  readonly isStalled?: () => boolean;
  /**
   * The owner of what the browser brings to the page. It waits only for the end of a long task, and
   * happens at once when the page is gone.
   */
  readonly browser?: Owner;
}

export interface Task {
  readonly kind: 'timer' | 'message';
  readonly owner?: Owner | undefined;
  readonly run: () => void;
  at: number;
  order: number;
}

/** Time that passes only by calls: monotonic, in ms from 0. After each task all promises settle. */
export interface VirtualTime {
  readonly now: () => number;
  /** Returns a function that cancels the task. */
  readonly schedule: (
    delayMs: number,
    run: () => void,
    owner?: Owner,
    kind?: Task['kind'],
  ) => () => void;
  /** Schedules a task that was held back. */
  readonly again: (task: Task, at: number) => void;
  readonly pass: (ms: number) => Promise<void>;
  /** The number of tasks of a kind that an owner waits for. */
  readonly waiting: (owner: Owner, kind: Task['kind']) => number;
  /** Runs after each task, when all promises are settled. */
  afterEach: () => void;
}

/** Immediates that are asked for at once. A turn of the event loop costs more than one of them. */
const immediatesAtOnce = 64;

const waiting: (() => void)[] = [];
let immediates = 0;

/**
 * Resolves when all promises are settled: Node runs all their reactions before each immediate. The
 * code under test waits for nothing else.
 */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (immediates) return;
    for (; immediates < immediatesAtOnce; immediates++) setImmediate(next);
  });

function next(): void {
  immediates--;
  for (const resolve of waiting.splice(0)) resolve();
}

/** Lets a page learn of something: now, or at the end of its long task. */
export function tell(time: Pick<VirtualTime, 'schedule'>, owner: Owner, run: () => void): void {
  if (owner.isStalled?.()) time.schedule(0, run, owner.browser);
  else run();
}

/** More tasks in one run mean an endless loop. */
const maxSteps = 30_000;

/** The code is busy without an end. */
export class NeverAtRest extends Error {
  constructor() {
    super(`never at rest: over ${maxSteps} tasks`);
  }
}

export function createVirtualTime(): VirtualTime {
  const tasks: Task[] = []; // ordered by time
  let now = 0;
  let order = 0;
  const insert = (task: Task): void => {
    let low = 0;
    let high = tasks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tasks[middle]!.at <= task.at) low = middle + 1;
      else high = middle;
    }
    tasks.splice(low, 0, task);
  };
  const remove = (task: Task): void => {
    const index = tasks.indexOf(task);
    if (index >= 0) tasks.splice(index, 1);
  };
  const step = async (task: Task): Promise<void> => {
    now = Math.max(now, task.at);
    if (task.owner?.isGone() || task.owner?.holdsBack(task)) return;
    task.run();
    await settle();
    time.afterEach();
  };
  const time: VirtualTime = {
    now: () => now,
    schedule(delayMs, run, owner, kind = 'message') {
      const task = { kind, owner, run, at: now + Math.max(0, delayMs), order: ++order };
      insert(task);
      return () => {
        remove(task);
        task.order = 0;
      };
    },
    again(task, at) {
      if (!task.order) return; // cancelled meanwhile
      remove(task);
      task.at = at;
      insert(task);
    },
    async pass(ms) {
      const end = now + ms;
      await settle();
      for (let steps = 0; tasks.length && tasks[0]!.at <= end; steps++) {
        if (steps > maxSteps) throw new NeverAtRest();
        await step(tasks.shift()!);
      }
      now = end;
    },
    waiting: (owner, kind) =>
      tasks.filter((task) => task.owner === owner && task.kind === kind).length,
    afterEach: () => {},
  };
  return time;
}
