import type { Owner, Task, VirtualTime } from '../time.ts';

/** How time passes in a page. */
export type Life = 'prerendered' | 'awake' | 'throttled' | 'frozen' | 'gone';

/**
 * A page's share of time: all of it, also while the page is prerendered; timers by the minute while
 * it is hidden, and none while it is frozen.
 */
export interface Pace {
  readonly owner: Owner;
  readonly life: () => Life;
  /** Freezes the page as soon as no transaction of a database is under way. */
  readonly freeze: () => void;
  /** The same, but in this moment if that is possible: the page has no further task. */
  readonly freezeAtOnce: () => void;
  readonly thaw: (wake: () => void) => void;
  /** A prerendered page is shown. */
  readonly activate: () => void;
  readonly hide: () => void;
  readonly show: () => void;
  /**
   * A long task of the page runs for `ms` from now on: heavy advertisements, a debugger, a slow
   * phone. All other tasks of the page wait for its end, and then run in their order. No event
   * tells the page. `onEnd` runs before them, or when the page is gone.
   */
  readonly stall: (ms: number, onEnd: () => void) => void;
  readonly isStalled: () => boolean;
  /** Ends a long task now. */
  readonly endStall: () => void;
  readonly end: () => void;
}

const minuteMs = 60_000;

export function createPace(
  time: VirtualTime,
  isBusy: (owner: Owner) => boolean,
  isPrerendered: boolean,
  onChange: (life: Life) => void,
): Pace {
  let life: Life = 'awake';
  let freezes = false;
  const untilThaw: Task[] = [];
  const dueAt = new Map<Task, number>();
  const become = (next: Life): void => {
    life = next;
    onChange(next);
  };

  /** A task that waited for the next minute is due at its original time. */
  const catchUp = (): void => {
    for (const [task, at] of dueAt) {
      if (task.at > time.now()) time.again(task, Math.max(at, time.now()));
    }
    dueAt.clear();
  };

  const stall = createStall(time);
  const owner: Owner = {
    isGone: () => life === 'gone',
    isStalled: stall.isThere,
    browser: { isGone: () => false, holdsBack: stall.holdsBack },
    holdsBack(task) {
      if (stall.holdsBack(task)) return true;
      if (freezes && !isBusy(owner)) {
        freezes = false;
        become('frozen');
      }
      if (life === 'frozen') return untilThaw.push(task) > 0;
      if (life !== 'throttled' || task.kind !== 'timer' || time.now() % minuteMs === 0) {
        return false;
      }
      dueAt.set(task, task.at);
      time.again(task, Math.ceil(time.now() / minuteMs) * minuteMs);
      return true;
    },
  };
  become(isPrerendered ? 'prerendered' : 'awake');
  return {
    owner,
    life: () => life,
    freeze() {
      freezes = life !== 'frozen' && life !== 'prerendered';
    },
    freezeAtOnce() {
      if (life === 'frozen') return;
      freezes = isBusy(owner);
      if (!freezes) become('frozen');
    },
    thaw(wake) {
      freezes = false;
      if (life !== 'frozen') return;
      become('awake');
      time.schedule(0, wake, owner);
      for (const task of untilThaw.splice(0)) time.again(task, time.now());
      catchUp();
    },
    activate() {
      if (life === 'prerendered') become('awake');
    },
    hide() {
      if (life === 'awake') become('throttled');
    },
    show() {
      if (life !== 'throttled') return;
      become('awake');
      catchUp();
    },
    stall: stall.begin,
    isStalled: stall.isThere,
    endStall: stall.end,
    end() {
      become('gone');
      stall.end();
    },
  };
}

/** The long tasks of a page. */
function createStall(time: VirtualTime): {
  readonly begin: (ms: number, onEnd: () => void) => void;
  readonly isThere: () => boolean;
  readonly end: () => void;
  readonly holdsBack: Owner['holdsBack'];
} {
  let until = -Infinity;
  const waiting = new Set<Task>(); // in their order
  const onEnds: (() => void)[] = [];
  const isThere = (): boolean => time.now() < until;
  const moveTo = (at: number): void => {
    until = at;
    for (const task of waiting) time.again(task, at);
  };
  const tellEnd = (): void => {
    if (isThere()) return; // another long task has begun
    for (const onEnd of onEnds.splice(0)) onEnd();
  };
  return {
    begin(ms, onEnd) {
      onEnds.push(onEnd);
      time.schedule(ms, tellEnd);
      moveTo(Math.max(until, time.now() + ms));
    },
    isThere,
    end() {
      if (!isThere()) return;
      moveTo(time.now());
      tellEnd();
    },
    holdsBack(task) {
      if (!isThere()) {
        waiting.delete(task);
        return false;
      }
      waiting.add(task);
      time.again(task, until);
      return true;
    },
  };
}
