const weekMs = 7 * 86_400_000;

/** A time in ms since 1970 as the time of day, with seconds. */
export const formatTimeOfDay = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString(document.documentElement.lang);

/** A time in ms since 1970 with its year, as a receipt says it. */
export const formatReceiptTime = (atMs: number): string =>
  new Date(atMs).toLocaleString(document.documentElement.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
  });

/** A time in ms since 1970 as a viewer reads it: the day, and the hour where it is near. */
export function formatDateTime(atMs: number): string {
  const isNear = Math.abs(atMs - Date.now()) < weekMs;
  return new Date(atMs).toLocaleString(
    document.documentElement.lang,
    isNear
      ? { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }
      : { dateStyle: 'long' },
  );
}
