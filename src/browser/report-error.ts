const { setTimeout } = globalThis;

/** Shows an error of the page's own code as an uncaught one, as the browser does. It interrupts nothing. */
export function reportError(error: unknown): void {
  // Safari has it since 15.4.
  if (globalThis.reportError) globalThis.reportError(error);
  else setTimeout(() => { throw error; });
}

/** Calls a function of the page. What it throws is reported, and goes no further. */
export function callSafely(call: () => void): void {
  try {
    call();
  } catch (error) {
    reportError(error);
  }
}
