import { patchOf, type Patch } from './page-patches.ts';

/**
 * Time stands still except during `window.virtual.runTo(ms)`, which fires every timer until then
 * and waits for its effects.
 */
export const virtualClock: Patch = patchOf(() => {
  const { Date: RealDate, setTimeout: realTimeout } = window;
  const start = RealDate.now();
  const timers = new Map<number, { at: number; callback: () => void }>();
  const channel = new MessageChannel();
  const turns: (() => void)[] = [];
  channel.port1.onmessage = () => turns.shift()?.();
  /** Lets promises and tasks run, without a timer. */
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      turns.push(resolve);
      channel.port2.postMessage(null);
    });
  let [nowMs, made] = [0, 0];
  window.Date = new Proxy(RealDate, {
    construct: (target, given) => Reflect.construct(target, given.length ? given : [start + nowMs]),
    get: (target, name) => (name === 'now' ? () => start + nowMs : Reflect.get(target, name)),
  });
  performance.now = () => nowMs;
  window.setTimeout = ((callback: () => void, ms = 0) => {
    timers.set(++made, { at: nowMs + Math.max(0, ms), callback });
    return made;
  }) as typeof setTimeout;
  window.clearTimeout = ((id: number) => void timers.delete(id)) as typeof clearTimeout;
  window.requestIdleCallback = (callback) =>
    setTimeout(
      () => callback({ didTimeout: false, timeRemaining: () => 10 }),
      1,
    ) as unknown as number;
  /** Timers due within this time fire together. */
  const sliceMs = 100;
  const runTo = async (untilMs: number): Promise<void> => {
    while (nowMs < untilMs) {
      let next = Infinity;
      for (const { at } of timers.values()) next = Math.min(next, at);
      nowMs = Math.min(untilMs, Math.max(nowMs, next));
      const due = [...timers]
        .filter(([, { at }]) => at <= nowMs + sliceMs)
        .sort(([, one], [, other]) => one.at - other.at);
      for (const [id, { callback }] of due) if (timers.delete(id)) callback();
      nowMs = Math.min(untilMs, nowMs + sliceMs);
      for (let tasks = 0; tasks < 5; tasks++) await turn();
    }
  };
  /** Waits for real fetches: chunks that are loaded on first use. */
  const load = (): Promise<void> => new Promise((resolve) => realTimeout(resolve, 500));
  Object.assign(window, { virtual: { runTo, load, now: () => nowMs } });
});
