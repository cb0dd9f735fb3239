/** Days as `YYYY-MM-DD`, counted without a timezone, so that a day of 23 hours is one too. */

/** From the first to the last day, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;

const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Today, as a calendar in `timezone` shows it. */
export function todayIn(timezone: string, nowMs: number = Date.now()): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(nowMs);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

export const addDays = (day: string, count: number): string =>
  new Date(midnightOf(day) + count * dayMs).toISOString().slice(0, 10);

export const countDays = ({ from, to }: Period): number =>
  Math.round((midnightOf(to) - midnightOf(from)) / dayMs) + 1;

/** Whether a text is a day that exists. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnightOf(text)) && addDays(text, 0) === text;

/** The days just before a period, as many as it has. */
export const daysBefore = (period: Period): Period => ({
  from: addDays(period.from, -countDays(period)),
  to: addDays(period.from, -1),
});
