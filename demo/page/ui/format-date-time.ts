/** A moment as a viewer reads it: the day, and the hour where it is near. */
export function momentWords(at) {
  const near = Math.abs(at - Date.now()) < 7 * 86_400_000;
  return new Date(at).toLocaleString(
    document.documentElement.lang,
    near
      ? { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }
      : { dateStyle: 'long' },
  );
}
