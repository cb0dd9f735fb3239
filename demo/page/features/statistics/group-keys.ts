import type { Group } from './figures.ts';
import { dateFormat, dayFormat } from './formats.ts';

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

const longDay = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const shortDay = dayFormat({ day: 'numeric', month: 'short' });
const longHour = dateFormat({ hour: 'numeric', minute: '2-digit' });
const shortHour = dateFormat({ hour: 'numeric' });
const longWeekday = dateFormat({ weekday: 'long' });
const shortWeekday = dateFormat({ weekday: 'short' });

export const groupTexts: Readonly<Record<Group, GroupText>> = {
  day: {
    name: 'Day',
    full: (day) => longDay(String(day)),
    short: (day) => shortDay(String(day)),
  },
  hour: {
    name: 'Hour',
    full: (hour) => longHour(atHour(hour)),
    short: (hour) => shortHour(atHour(hour)),
  },
  weekday: {
    name: 'Weekday',
    full: (weekday) => longWeekday(onWeekday(weekday)),
    short: (weekday) => shortWeekday(onWeekday(weekday)),
  },
};
