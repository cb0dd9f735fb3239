import type { ErrorState } from '../errors/error-state.ts';

/** A time of day with milliseconds, for example `14:03:59.120`. Empty without a time. */
export function formatTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '';
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A time with its day, if that is another day than `now`: `2026-12-27 14:03:59.120`. */
export function formatDayAndTime(ms: number | null | undefined, now: number): string {
  const dayOf = (at: number): string => new Date(at).toLocaleDateString('sv'); // as ISO 8601
  if (ms === null || ms === undefined || dayOf(ms) === dayOf(now)) return formatTime(ms);
  return `${dayOf(ms)} ${formatTime(ms)}`;
}

/** Shows only both ends of an ID, because a screen is photographed and shared. */
export const shortId = (id: string | null): string =>
  id && id.length > 9 ? `${id.slice(0, 4)}…${id.slice(-4)}` : (id ?? '');

/** An error in one line, without what the platform or a provider says: that may name the viewer. */
export function formatError(
  error: (Pick<ErrorState, 'code'> & Partial<ErrorState>) | undefined,
): string {
  if (!error) return '';
  const { code, message = '', hint } = error;
  const own = hint && message.endsWith(hint) ? message.slice(0, -hint.length) : message;
  return `${code}: ${own}`.replace(/[: ]+$/, '');
}
