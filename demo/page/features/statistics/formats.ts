/** Figures, days and names as the page's language writes them. */

const language = (): string => document.documentElement.lang || 'en';

const numberFormat =
  (options: Intl.NumberFormatOptions) =>
  (value: number): string =>
    new Intl.NumberFormat(language(), options).format(value);

export const formatCount: (value: number) => string = numberFormat({ maximumFractionDigits: 1 });

/** A part of one: 0.5 is 50 %. */
export const formatShare: (value: number) => string = numberFormat({
  style: 'percent',
  maximumFractionDigits: 1,
});

/** A figure that counts parts of a hundred already. */
export const formatPercent = (value: number): string => formatShare(value / 100);

const unitFormat = (unit: string): ((value: number) => string) =>
  numberFormat({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });

const formatMinutes = unitFormat('minute');
const formatHours = unitFormat('hour');

/** From here on a length of time is shown in hours. */
const longMinutes = 180;

/** A length of time that is given in minutes. */
export const formatTime = (minutes: number): string =>
  Math.abs(minutes) < longMinutes ? formatMinutes(minutes) : formatHours(minutes / 60);

/** `YYYY-MM-DD` as midnight in UTC, in which all dates are formatted. */
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const formatDate = (date: Date | number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language(), { timeZone: 'UTC', ...options }).format(date);

export const formatDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatDate(dateOf(day), options);

/** `28 Oct – 24 Nov 2026` */
export function formatPeriod({ from, to }: { readonly from: string; readonly to: string }): string {
  const format = new Intl.DateTimeFormat(language(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return format.formatRange(dateOf(from), dateOf(to));
}

export const formatClock = (atMs: number): string => new Date(atMs).toLocaleTimeString(language());

export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'region' }).of(code) ?? code;
  } catch {
    return code; // not a code of a country
  }
}

/** `1 view`, `2 views` */
export function formatMany(value: number, [one, many]: readonly [string, string]): string {
  const isOne = new Intl.PluralRules(language()).select(value) === 'one';
  return `${formatCount(value)} ${isOne ? one : many}`;
}
