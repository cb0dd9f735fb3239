import { debug, type DebugNote, type DebugTarget } from '../browser/debug-notes.ts';
import { nothing } from '../browser/nothing.ts';

/**
 * Shows each warning and error from now on, if there is a target. The last one of a page counts.
 * The code for that is loaded now; what happens before it is there is shown then.
 */
export function startDebug(target: DebugTarget | false | undefined): void {
  // A page without types may pass any value. It is refused afterwards.
  if (target !== true && typeof target !== 'function') return;
  debug.target = target;
  debug.notes ??= [] as DebugNote[];
  import('../diagnosis/write-notes.ts').then(
    ({ startWriting }) => startWriting(),
    nothing, // without the code there is nothing to show it with
  );
}
