/** A year of two digits that would be further ahead is in the past (RFC 9110). */
const furthestYears = 50;

/** As `Sunday, 06-Nov-94 08:49:37 GMT`. */
const longWeekday = /^(\w{3})\w*day, (\d\d)-(\w{3})-(\d\d) /;
/** As `Sun Nov  6 08:49:37 1994`. */
const yearAtEnd = /^(\w{3}) (\w{3}) ([ \d]\d) (\S+) (\d{4})$/;

/**
 * Returns an HTTP date in ms since 1970. `NaN` for another text. The two older formats of RFC 9110,
 * section 5.6.7, are written as the present one. That is the one of `toUTCString()`, so dates are
 * told from other texts that a browser reads as a date.
 */
export function httpDate(text: string, now: number): number {
  const present = text
    .replace(
      longWeekday,
      (_, weekday: string, day: string, month: string, year: string) =>
        `${weekday}, ${day} ${month} ${fullYear(Number(year), now)} `,
    )
    .replace(
      yearAtEnd,
      (_, weekday: string, month: string, day: string, time: string, year: string) =>
        `${weekday}, ${day.replace(' ', '0')} ${month} ${year} ${time} GMT`,
    );
  const date = Date.parse(present);
  return new Date(date).toUTCString() === present ? date : NaN;
}

function fullYear(digits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + digits;
  return year > thisYear + furthestYears ? year - 100 : year;
}
