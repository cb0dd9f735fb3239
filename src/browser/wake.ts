/** Events after which the page may have slept, or another tab may have acted. */
export type WakeType = (typeof types)[number];

/** Calls back with the type of the event. The returned function unsubscribes. */
export type OnWake = (callback: (type: WakeType) => void) => () => void;

const types = [
  'pageshow',
  'online',
  // Another tab has written. The value is read from the storage itself, because any script can
  // create such an event.
  'storage',
  'resume',
  'visibilitychange',
  // Media that play in a hidden page. These events do not bubble, but can be captured.
  'playing',
  'timeupdate',
] as const;

/** The window receives all of them before their targets. */
export const onWake: OnWake = (callback) => {
  const wake = ({ type }: Event): void => callback(type as WakeType);
  for (const type of types) globalThis.addEventListener(type, wake, true);
  return () => {
    for (const type of types) globalThis.removeEventListener(type, wake, true);
  };
};

/** Events after which the network may be back. */
const networkTypes: readonly WakeType[] = ['online', 'pageshow', 'resume', 'visibilitychange'];

/** Calls back when the network may be back. The returned function unsubscribes. */
export const onNetworkBack = (wake: OnWake, callback: () => void): (() => void) =>
  wake((type) => {
    if (networkTypes.includes(type)) callback();
  });
