/** Code that runs in a page before any other script. */
export type Patch = string;

/** A patch of a function that needs nothing but its arguments. */
export function patchOf<Given extends unknown[]>(
  code: (...given: Given) => void,
  ...given: Given
): Patch {
  return `(${code.toString()})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
}

/**
 * How time runs: as on the machine until `since` (ms of its clock), then so much of it is skipped,
 * and from there on it runs `rate` times as fast.
 */
export interface Pace {
  readonly rate: number;
  readonly since: number;
  readonly skippedMs: number;
  /**
   * Timers of just these lengths are not paced: deadlines of what the machine does in its own time.
   */
  readonly deadlinesMs: readonly number[];
}

/** A pace that begins when pages that open now have their session. */
export function paceSoon(
  rate: number,
  { skippedMs = 0, deadlinesMs = [] as readonly number[] } = {},
): Pace {
  return { rate, since: Date.now() + 2000, skippedMs, deadlinesMs };
}

/**
 * Until shortly before a keepalive is due time flies, then a minute is a second. Storage keeps its
 * deadlines of 0.1 and 2 s, requests theirs of 10 s.
 */
export function paceOfKeepalive(): Pace {
  return paceSoon(60, { skippedMs: 9 * 60_000, deadlinesMs: [100, 2000, 10_000] });
}

/**
 * Clocks that a test moves through `window.time`: the wall clock (`Date`) and the monotonic one
 * (`performance.now`), each by itself. With a pace they and the timers run alike in every page that
 * has it, and at a platform whose clock has it too.
 */
export function movableClocks(
  pace: Pace = { rate: 1, since: 0, skippedMs: 0, deadlinesMs: [] },
): Patch {
  return patchOf(patchClocks, pace);
}

function patchClocks({ rate, since, skippedMs, deadlinesMs }: Pace): void {
  const { Date: RealDate, setTimeout: realTimeout } = window;
  const realNow = Date.now.bind(Date);
  const pacedAt = (real: number): number =>
    real < since ? real : since + skippedMs + (real - since) * rate;
  const realAt = (paced: number): number =>
    paced < since ? paced : since + Math.max(0, paced - since - skippedMs) / rate;
  const paced = (): number => pacedAt(performance.timeOrigin + realMonotonic());
  const realMonotonic = performance.now.bind(performance);
  const started = paced();
  /** A clock that goes with the pace, stands still, or jumps. */
  const clock = (
    start: number,
  ): { now: () => number; pass: (ms: number) => void; stop: () => void; run: () => void } => {
    let [base, from, speed] = [start, started, 1];
    const now = (): number => base + (paced() - from) * speed;
    const change = (ms: number, next: number): void => {
      [base, from, speed] = [now() + ms, paced(), next];
    };
    return {
      now,
      pass: (ms) => change(ms, speed),
      stop: () => change(0, 0),
      run: () => change(0, 1),
    };
  };
  const wall = clock(started);
  const monotonic = clock(0);
  const later: { at: number; ms: number }[] = [];
  const wallNow = (): number => {
    for (const one of later.filter(({ at }) => at <= realNow())) {
      later.splice(later.indexOf(one), 1);
      wall.pass(one.ms);
    }
    return Math.floor(wall.now());
  };
  window.Date = new Proxy(RealDate, {
    construct: (target, given, self) =>
      Reflect.construct(
        target,
        given.length ? given : [wallNow()],
        self === window.Date ? target : self,
      ),
    apply: () => new RealDate(wallNow()).toString(),
    get: (target, name) => (name === 'now' ? wallNow : Reflect.get(target, name)),
  });
  performance.now = monotonic.now;
  window.setTimeout = ((callback: TimerHandler, ms = 0, ...given: unknown[]) =>
    realTimeout(
      callback,
      deadlinesMs.includes(ms) || ms > 2 ** 31 - 1 ? ms : realAt(paced() + ms) - realAt(paced()),
      ...given,
    )) as typeof setTimeout;
  Object.assign(window, {
    time: {
      wall,
      monotonic,
      realNow,
      /**
       * At that moment of the machine's clock the wall clock will have gone on by so many ms, as
       * after a sleep.
       */
      jumpAt: (at: number, ms: number) => void later.push({ at, ms }),
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
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  }
});

/** Interfaces that a browser, or an insecure page, does not have. */
export function without(...names: readonly string[]): Patch {
  return patchOf((gone: readonly string[]) => {
    for (const name of gone) {
      for (const holder of [window, Navigator.prototype, Crypto.prototype]) {
        Reflect.deleteProperty(holder, name);
      }
    }
  }, names);
}
