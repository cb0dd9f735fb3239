import type { Group } from './figures.ts';
import { formatDate, formatDay } from './formats.ts';

/** The keys of a time series in words. */
export interface GroupText {
  readonly name: string;
  readonly full: (key: string | number) => string;
  /** Short, beside others. */
  readonly short: (key: string | number) => string;
}

/** A moment at an hour, 0 to 23. */
const atHour = (hour: string | number): number => Date.UTC(2024, 0, 1, Number(hour));
/** A moment on a weekday, 1 to 7: the first of January 2024 was a Monday. */
const onWeekday = (weekday: string | number): number => Date.UTC(2024, 0, Number(weekday));

export const groupTexts: Readonly<Record<Group, GroupText>> = {
  day: {
    name: 'Day',
    full: (day) => formatDay(String(day), { weekday: 'long', day: 'numeric', month: 'long' }),
    short: (day) => formatDay(String(day), { day: 'numeric', month: 'short' }),
  },
  hour: {
    name: 'Hour',
    full: (hour) => formatDate(atHour(hour), { hour: 'numeric', minute: '2-digit' }),
    short: (hour) => formatDate(atHour(hour), { hour: 'numeric' }),
  },
  weekday: {
    name: 'Weekday',
    full: (weekday) => formatDate(onWeekday(weekday), { weekday: 'long' }),
    short: (weekday) => formatDate(onWeekday(weekday), { weekday: 'short' }),
  },
};
