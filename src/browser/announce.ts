import { callSafely } from './report-error.ts';

const waiting: (() => void)[] = [];

/**
 * Runs a task after the present change is complete: in a microtask, in the order of the calls.
 * Listeners of the page run in such tasks only. So a change is never half done when they run, and
 * they may call anything.
 */
export function announce(task: () => void): void {
  waiting.push(task);
  if (waiting.length === 1) void Promise.resolve().then(runAll);
}

/** A task may add others: they run after those that wait already. */
function runAll(): void {
  for (let next = 0; next < waiting.length; next++) callSafely(waiting[next]!);
  waiting.length = 0;
}
