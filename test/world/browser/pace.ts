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
  const stalled: Task[] = [];
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

  const owner: Owner = {
    isGone: () => life === 'gone',
    holdsBack(task) {
      if (freezes && !isBusy(owner)) {
        freezes = false;
        become('frozen');
      }
      if (life === 'frozen') return stalled.push(task) > 0;
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
      for (const task of stalled.splice(0)) time.again(task, time.now());
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
    end: () => become('gone'),
  };
}
