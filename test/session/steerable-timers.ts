// The runtime takes the browser's timers when it is loaded, as a page could replace them later. So
// that a test can still put sinon's in their place, this module comes before it and hands out
// timers that look each time whether there are others now. sinon itself needs the browser's own.
import 'sinon';

const { setTimeout, clearTimeout } = globalThis;

/** The browser's own, whatever stands in its place. */
export const realTimeout: typeof setTimeout = setTimeout.bind(globalThis) as typeof setTimeout;

const steer = (name: 'setTimeout' | 'clearTimeout', own: (...given: any[]) => unknown): void => {
  const steered = (...given: unknown[]): unknown => {
    const now = globalThis[name] as unknown as typeof own;
    return now === steered ? own.apply(globalThis, given) : now(...given);
  };
  globalThis[name] = steered as unknown as typeof globalThis.setTimeout &
    typeof globalThis.clearTimeout;
};
steer('setTimeout', setTimeout);
steer('clearTimeout', clearTimeout as (...given: any[]) => unknown);
