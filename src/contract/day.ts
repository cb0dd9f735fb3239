import type { Kind } from './endpoint.ts';

/**
 * A day as text. A `Date` is read in the `timezone` of the same call if that is given, else in the
 * browser's own.
 */
export const day: Kind = {
  allowed: 'a real day as YYYY-MM-DD, or a Date',
  encode(value, values) {
    const given = value instanceof Date ? dayOf(value, values['timezone']) : value;
    return typeof given === 'string' && isRealDay(given) ? given : undefined;
  },
};

export const timezone: Kind = {
  allowed: 'the name of a timezone, as Europe/Berlin',
  encode: (value) => (typeof value === 'string' && formatter(value) ? value : undefined),
};

function isRealDay(given: string): boolean {
  const date = new Date(`${given}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(given) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(given)
  );
}

/** 0001-01-01 in ms. Earlier years are formatted like later ones, and cannot be distinguished. */
const firstYear = -62135596800000;

function dayOf(date: Date, zone: unknown): string | undefined {
  if (!(date.getTime() >= firstYear)) return undefined;
  // An unknown timezone is refused as a timezone, not as a wrong day.
  const format = (typeof zone === 'string' && formatter(zone)) || formatter(undefined)!;
  const parts: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(date)) parts[type] = value;
  return `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']}`;
}

function formatter(timeZone: string | undefined): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  } catch {
    return undefined; // RangeError: no such timezone
  }
}
