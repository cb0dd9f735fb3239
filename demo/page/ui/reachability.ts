/** Errors after which a platform counts as unreachable. */
const unreachableCodes: readonly (string | undefined)[] = ['network', 'timeout', 'offline'];

const changes = new EventTarget();
let isReached = true;

/** Whether the platform answered when this page last asked it, as far as its parts have told. */
export const isPlatformReached = (): boolean => isReached;

/**
 * Notes how a request ended: with an error of this code, or without one. Returns whether the
 * platform was reached.
 */
export function noteRequest(code?: string): boolean {
  const before = isReached;
  isReached = !unreachableCodes.includes(code);
  if (isReached !== before) changes.dispatchEvent(new Event('change'));
  return isReached;
}

export const onReachChange = (listener: () => void): void =>
  changes.addEventListener('change', listener);
