/** Days as `YYYY-MM-DD`, counted without any timezone, so that a day of 23 hours is one too. */

const dayMs = 86_400_000;
const instantOf = (day) => Date.parse(`${day}T00:00:00Z`);

/** Today, as a calendar in `timezone` shows it. */
export function todayIn(timezone, now = Date.now()) {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type) => parts.find((each) => each.type === type).value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

export const addDays = (day, count) =>
  new Date(instantOf(day) + count * dayMs).toISOString().slice(0, 10);

/** How many days a period has, its first and last included. */
export const countDays = ({ from, to }) =>
  Math.round((instantOf(to) - instantOf(from)) / dayMs) + 1;

/** Whether a text is a day that exists. */
export function isDay(text) {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(instantOf(text)) && addDays(text, 0) === text
  );
}

/** The days just before a period, as many as it has. */
export function daysBefore(period) {
  const count = countDays(period);
  return { from: addDays(period.from, -count), to: addDays(period.from, -1) };
}
