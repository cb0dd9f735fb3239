/** Figures, days and names as the page's language writes them. */

const language = (): string => document.documentElement.lang || 'en';

/** A format is created once for a language: creating one takes far longer than using it. */
function createdOnce<Format>(create: (language: string) => Format): () => Format {
  let created: { readonly language: string; readonly format: Format } | undefined;
  return () => {
    const now = language();
    if (created?.language !== now) created = { language: now, format: create(now) };
    return created.format;
  };
}

function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  const format = createdOnce((name) => new Intl.NumberFormat(name, options));
  return (value) => format().format(value);
}

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

const createDateFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  createdOnce((name) => new Intl.DateTimeFormat(name, { timeZone: 'UTC', ...options }));

/** The format of a moment, read in UTC. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  const format = createDateFormat(options);
  return (date) => format().format(date);
}

/** The format of a day as `YYYY-MM-DD`. */
export function dayFormat(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = dateFormat(options);
  return (day) => format(dateOf(day));
}

const periodFormat = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** `28 Oct – 24 Nov 2026` */
export const formatPeriod = ({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): string => periodFormat().formatRange(dateOf(from), dateOf(to));

export const formatClock = (atMs: number): string => new Date(atMs).toLocaleTimeString(language());

const countryNames = createdOnce((name) => new Intl.DisplayNames(name, { type: 'region' }));

export function countryName(code: string): string {
  try {
    return countryNames().of(code) ?? code;
  } catch {
    return code; // not a code of a country
  }
}

const plurals = createdOnce((name) => new Intl.PluralRules(name));

/** `1 view`, `2 views` */
export function formatMany(value: number, [one, many]: readonly [string, string]): string {
  const isOne = plurals().select(value) === 'one';
  return `${formatCount(value)} ${isOne ? one : many}`;
}
