/** Code that runs in a page before any other script. */
export type Patch = string;

/** A patch made of a function that uses only its arguments. */
export function patchOf<Given extends unknown[]>(
  code: (...given: Given) => void,
  ...given: Given
): Patch {
  return `(${code.toString()})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
}

/**
 * How time runs: as on the machine until `since` (ms of its clock), then `skippedMs` are skipped,
 * and from there it runs `rate` times as fast.
 */
export interface Pace {
  readonly rate: number;
  readonly since: number;
  readonly skippedMs: number;
  /** Timers of exactly these lengths keep their length: deadlines of work that takes real time. */
  readonly deadlinesMs: readonly number[];
}

/** A pace that begins when pages opened now have their session. */
export function paceSoon(
  rate: number,
  { skippedMs = 0, deadlinesMs = [] as readonly number[] } = {},
): Pace {
  return { rate, since: Date.now() + 2000, skippedMs, deadlinesMs };
}

/**
 * Time runs fast until shortly before a keepalive, then a minute lasts a second. Storage keeps its
 * deadlines of 0.1 and 2 s, requests theirs of 10 s.
 */
export function paceOfKeepalive(): Pace {
  return paceSoon(60, { skippedMs: 9 * 60_000, deadlinesMs: [100, 2000, 10_000] });
}

/**
 * Clocks that a test moves through `window.time`: the wall clock (`Date`) and the monotonic one
 * (`performance.now`), each by itself. With a pace, clocks and timers run alike in every page with
 * it, and at a platform whose clock has it.
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
  /** A clock that follows the pace, stands still, or jumps. */
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
       * At this moment of the machine's clock the wall clock jumps ahead by this number of ms, as
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

/** The page's storage throws on every access, as when a viewer has blocked it. */
export const localStorageThrows: Patch = patchOf(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  }
});

/** Removes interfaces, as in a browser or an insecure page without them. */
export function without(...names: readonly string[]): Patch {
  return patchOf((gone: readonly string[]) => {
    for (const name of gone) {
      for (const holder of [window, Navigator.prototype, Crypto.prototype]) {
        Reflect.deleteProperty(holder, name);
      }
    }
  }, names);
}
