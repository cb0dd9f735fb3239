const { setTimeout } = globalThis;

/**
 * Throws an error of the page's own code in a task of its own: the browser shows it as an uncaught
 * one.
 */
export function throwLater(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/**
 * Shows an error of the page's own code as an uncaught one, as the browser does. It interrupts
 * nothing.
 */
export function reportError(error: unknown): void {
  // Safari has it since 15.4.
  if (globalThis.reportError) globalThis.reportError(error);
  else throwLater(error);
}

/** Calls a function of the page. What it throws is reported, and goes no further. */
export function callSafely(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
