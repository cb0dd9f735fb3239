import { callSafely } from '../browser/report-error.ts';

const waiting: (() => void)[] = [];

/**
 * Runs a task after the present change is complete: in a microtask, in the order of the calls.
 * Listeners of the page run only in such tasks. So they never see a half-done change, and may call
 * anything.
 */
export function runAfterChange(task: () => void): void {
  waiting.push(task);
  if (waiting.length === 1) void Promise.resolve().then(runAll);
}

/** A task may add others. They run after the tasks that wait already. */
function runAll(): void {
  for (const task of waiting) callSafely(task);
  waiting.length = 0;
}
