/**
 * Why a call was aborted:
 *
 * - `signal`: the `signal` that the caller gave was aborted.
 * - `viewer-changed`: the session of the call ended, or another viewer is logged in: by `login()`,
 *   `logout()` or `forget()`, here or in another tab.
 * - `replaced`: a later call took its place, or withdrew it: `setPersistence()` again, the same
 *   purchase on other terms, `purchase.abandon()`.
 * - `frozen`: the browser had frozen the page, or it was too slow. Nothing was sent.
 * - `disposed`: the page called `usher.dispose()`.
 */
export type AbortReason = 'signal' | 'viewer-changed' | 'replaced' | 'frozen' | 'disposed';

/** The signals that the runtime aborts, each with the signal of its disposal. */
const disposals = new WeakMap<AbortSignal, AbortSignal>();

/**
 * Creates a controller that the runtime aborts when the viewer changes, or after `disposal`.
 * Without `disposal`, it is the one of the disposal itself.
 */
export function createInternalController(disposal?: AbortSignal): AbortController {
  const controller = new AbortController();
  disposals.set(controller.signal, disposal ?? controller.signal);
  return controller;
}

/**
 * Why the first aborted one of some signals was aborted. If none is, the call is not needed any
 * more.
 */
export function abortReason(signals: readonly (AbortSignal | undefined)[]): AbortReason {
  const aborted = signals.find((signal) => signal?.aborted);
  if (!aborted) return 'replaced';
  const disposal = disposals.get(aborted);
  if (!disposal) return 'signal'; // of the page
  return disposal.aborted ? 'disposed' : 'viewer-changed';
}
