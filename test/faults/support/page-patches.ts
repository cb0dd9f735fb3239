/** Code that runs in a page before any other script. */
export type Patch = string;

/** A patch of a function that needs nothing but its arguments. */
export function patchOf<Given extends unknown[]>(code: (...given: Given) => void, ...given: Given): Patch {
  return `(${code.toString()})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
}

/**
 * Clocks that a test moves through `window.time`: the wall clock (`Date`) and the monotonic one (`performance.now`), each by itself. They run
 * `rate` times as fast from `since` (ms of the machine's clock) on, alike in every page, and timers with them.
 */
export function movableClocks(rate = 1, since = Date.now()): Patch {
  return patchOf(patchClocks, rate, since);
}

function patchClocks(rate: number, since: number): void {
  const { Date: RealDate, setTimeout: realTimeout, setInterval: realInterval } = window;
  const realNow = Date.now.bind(Date);
  const realMonotonic = performance.now.bind(performance);
  /** A clock that runs `rate` times as fast as another, stands still, or jumps. */
  const clock = (read: () => number, start: number): { now: () => number; pass: (ms: number) => void; stop: () => void; run: () => void } => {
    let [base, from, speed] = [start + (read() - start) * rate, read(), rate];
    const now = (): number => base + (read() - from) * speed;
    const change = (ms: number, next: number): void => { [base, from, speed] = [now() + ms, read(), next]; };
    return { now, pass: (ms) => change(ms, speed), stop: () => change(0, 0), run: () => change(0, rate) };
  };
  const wall = clock(realNow, since);
  const monotonic = clock(realMonotonic, 0);
  const later: { at: number; ms: number; moves: { pass: (ms: number) => void } }[] = [];
  const advance = (): void => {
    for (const one of later.filter(({ at }) => at <= realNow())) {
      later.splice(later.indexOf(one), 1);
      one.moves.pass(one.ms);
    }
  };
  const wallNow = (): number => (advance(), Math.floor(wall.now()));
  window.Date = new Proxy(RealDate, {
    construct: (target, given, self) => Reflect.construct(target, given.length ? given : [wallNow()], self === window.Date ? target : self),
    apply: () => new RealDate(wallNow()).toString(),
    get: (target, name) => (name === 'now' ? wallNow : Reflect.get(target, name)),
  });
  performance.now = () => (advance(), monotonic.now());
  window.setTimeout = ((callback: TimerHandler, ms = 0, ...given: unknown[]) => realTimeout(callback, ms > 2 ** 31 - 1 ? ms : ms / rate, ...given)) as typeof setTimeout;
  window.setInterval = ((callback: TimerHandler, ms = 0, ...given: unknown[]) => realInterval(callback, ms / rate, ...given)) as typeof setInterval;
  Object.assign(window, {
    time: {
      wall, monotonic, realNow,
      /** At that moment of the machine's clock the wall clock will have gone on by so many ms, as after a sleep. */
      jumpAt: (at: number, ms: number) => void later.push({ at, ms, moves: wall }),
    },
  });
}

/** Locks that are never granted. */
export const locksNeverGranted: Patch = patchOf(() => {
  LockManager.prototype.request = () => new Promise(() => {});
});

/** Storage of the page throws at every touch, as where a viewer has blocked it. */
export const localStorageThrows: Patch = patchOf(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get: () => { throw new DOMException('blocked', 'SecurityError'); } });
  }
});

/** Interfaces that a browser, or an insecure page, does not have. */
export function without(...names: readonly string[]): Patch {
  return patchOf((gone: readonly string[]) => {
    for (const name of gone) {
      for (const holder of [window, Navigator.prototype, Crypto.prototype]) Reflect.deleteProperty(holder, name);
    }
  }, names);
}
