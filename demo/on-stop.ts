/**
 * Calls `stop` once, when a signal asks this process to end, and when npm has gone: a SIGTERM for
 * npm ends npm and its shell, but never reaches us.
 */
export function onStop(stop: () => Promise<void>): void {
  let isStopping = false;
  const stopOnce = (): void => {
    if (isStopping) return;
    isStopping = true;
    void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce);

  const parent = process.ppid;
  if (!process.env['npm_lifecycle_event']) return;
  setInterval(() => {
    if (process.ppid !== parent) stopOnce();
  }, 500).unref();
}
