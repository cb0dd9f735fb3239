/** Whatever may mean that the page has slept, or that another tab has acted. */
export type WakeType = (typeof types)[number];

/** Calls back with the event's type; the returned function ends it. */
export type OnWake = (callback: (type: WakeType) => void) => () => void;

const types = [
  'pageshow',
  'online',
  // Another tab wrote. What it wrote is read from the storage itself: anybody can make such an
  // event.
  'storage',
  'resume',
  'visibilitychange',
  // Media that play in a hidden page: they do not bubble, but can be captured.
  'playing',
  'timeupdate',
] as const;

/** The window sees all of them before their targets do. */
export const onWake: OnWake = (callback) => {
  const wake = ({ type }: Event): void => callback(type as WakeType);
  for (const type of types) globalThis.addEventListener(type, wake, true);
  return () => {
    for (const type of types) globalThis.removeEventListener(type, wake, true);
  };
};
