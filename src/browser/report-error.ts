import { after } from './after.ts';
import { noteForDebug } from './debug-notes.ts';

/**
 * Throws an error of the page's own code in a separate task. The browser shows it as an uncaught
 * error. Safari's `reportError` would hide its message.
 */
export function throwLater(error: unknown): void {
  after(0, () => {
    throw error;
  });
}

/** Reports an error of the page's own code as an uncaught error, without an interruption. */
export function reportError(error: unknown): void {
  noteForDebug('listener', error);
  throwLater(error);
}

/** Calls a function of the page. An error of it is reported, and not thrown. */
export function callSafely(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
