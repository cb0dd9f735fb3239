/** Calls back whenever the page may have slept: shown, restored, resumed or online again. Returns the way back. */
export type OnWake = (callback: () => void) => () => void;

export const onWake: OnWake = (callback) => {
  const wake = (): void => {
    if (document.visibilityState !== 'hidden') callback();
  };
  const sources: readonly (readonly [EventTarget, string])[] = [[window, 'pageshow'], [window, 'online'], [document, 'resume'], [document, 'visibilitychange']];
  for (const [target, type] of sources) target.addEventListener(type, wake);
  return () => {
    for (const [target, type] of sources) target.removeEventListener(type, wake);
  };
};
