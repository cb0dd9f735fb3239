/** Whatever may mean that the page has slept, or that another tab has acted. */
export type WakeType = 'pageshow' | 'online' | 'storage' | 'resume' | 'visibilitychange' | 'playing' | 'timeupdate';

/** Calls back with the event's type; the returned function ends it. */
export type OnWake = (callback: (type: WakeType) => void) => () => void;

const sources: Readonly<Record<WakeType, 'window' | 'document'>> = {
  pageshow: 'window',
  online: 'window',
  // Another tab wrote. What it wrote is read from the storage itself: anybody can make such an event.
  storage: 'window',
  resume: 'document',
  visibilitychange: 'document',
  // Media that play in a hidden page: they do not bubble, but can be captured.
  playing: 'document',
  timeupdate: 'document',
};

export const onWake: OnWake = (callback) => {
  const wake = ({ type }: Event): void => callback(type as WakeType);
  const each = (act: 'addEventListener' | 'removeEventListener'): void => {
    for (const type of Object.keys(sources)) globalThis[sources[type as WakeType]][act](type, wake, true);
  };
  each('addEventListener');
  return () => each('removeEventListener');
};
