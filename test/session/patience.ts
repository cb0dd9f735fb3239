// Waiting that goes by what happens, not by the clock: lazy modules come over a real network while
// a test's clock stands still.

import type { SinonFakeTimers } from 'sinon';
import { realTimeout } from './steerable-timers.ts';

const { performance } = globalThis;
const task = (): Promise<void> => new Promise((resolve) => void realTimeout(resolve, 0));
/** Ends a wait for what never comes, on a busy machine too. */
const longestMs = 15_000;

/** Resolves when it is so. */
export async function until(isSo: () => unknown): Promise<void> {
  const end = performance.now() + longestMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`never came true: ${isSo.toString()}`);
    await task();
  }
}

/** Resolves when whatever was under way without a timer or the network has come to its end. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await task();
}

/** Moves a fake clock on by milliseconds until a promise has settled. */
export async function ticking<Value>(
  clock: SinonFakeTimers,
  promise: Promise<Value>,
): Promise<Value> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  promise.then(settle, settle);
  await until(() => {
    clock.tick(1);
    return isSettled;
  });
  return promise;
}

/** A promise that a test settles. */
export interface Later<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

export function later<Value>(): Later<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    (value) => {
      throw new Error(`resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
