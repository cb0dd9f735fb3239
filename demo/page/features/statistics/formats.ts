/** Figures, days and names as the page's language writes them. */

const language = () => document.documentElement.lang || 'en';
const number = (options) => (value) => new Intl.NumberFormat(language(), options).format(value);
const moment = (options) => (date) =>
  new Intl.DateTimeFormat(language(), { timeZone: 'UTC', ...options }).format(date);

export const formatCount = number({ maximumFractionDigits: 1 });
/** A part of one: 0.5 is 50 %. */
export const formatShare = number({ style: 'percent', maximumFractionDigits: 1 });
/** A figure that counts parts of a hundred already. */
export const formatPercent = (value) => formatShare(value / 100);
const formatMinutes = number({
  style: 'unit',
  unit: 'minute',
  unitDisplay: 'short',
  maximumFractionDigits: 1,
});
const formatHours = number({
  style: 'unit',
  unit: 'hour',
  unitDisplay: 'short',
  maximumFractionDigits: 1,
});

/** From here on nobody thinks in minutes. */
const longMinutes = 180;

/** A length of time that is given in minutes: hours where it is long. */
export const formatTime = (minutes) =>
  Math.abs(minutes) < longMinutes ? formatMinutes(minutes) : formatHours(minutes / 60);

/**
 * How a day, an hour (0 to 23) or a weekday (1, Monday, to 7) reads: in full, and short beside
 * others.
 */
export const keyWords = {
  day: {
    full: (day) =>
      moment({ weekday: 'long', day: 'numeric', month: 'long' })(new Date(`${day}T00:00:00Z`)),
    short: (day) => moment({ day: 'numeric', month: 'short' })(new Date(`${day}T00:00:00Z`)),
  },
  hour: {
    full: (hour) => moment({ hour: 'numeric', minute: '2-digit' })(Date.UTC(2024, 0, 1, hour)),
    short: (hour) => moment({ hour: 'numeric' })(Date.UTC(2024, 0, 1, hour)),
  },
  // The first of January 2024 was a Monday.
  weekday: {
    full: (weekday) => moment({ weekday: 'long' })(Date.UTC(2024, 0, weekday)),
    short: (weekday) => moment({ weekday: 'short' })(Date.UTC(2024, 0, weekday)),
  },
};

/** `28 Oct – 24 Nov 2026` */
export function formatPeriod({ from, to }) {
  const format = new Intl.DateTimeFormat(language(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

export const formatClock = (at) => new Date(at).toLocaleTimeString(language());

export function countryName(code) {
  try {
    return new Intl.DisplayNames(language(), { type: 'region' }).of(code);
  } catch {
    return code; // no code of a country
  }
}

/** `1 view`, `2 views` */
export function formatMany(value, [one, many]) {
  return `${formatCount(value)} ${new Intl.PluralRules(language()).select(value) === 'one' ? one : many}`;
}
