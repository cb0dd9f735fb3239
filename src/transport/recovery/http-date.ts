const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** The three formats, in the order of RFC 9110, section 5.6.7. */
const forms = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
] as const;

/** A year of two digits that would be further ahead is in the past (RFC 9110). */
const furthestYears = 50;

/**
 * Returns an HTTP date in ms since 1970. `undefined` for another text. Not by `Date.parse`, because
 * browsers accept different formats.
 */
export function httpDate(text: string, now: number): number | undefined {
  const found = forms.map((form) => form.exec(text)).find(Boolean)?.groups;
  const month = months.findIndex((name) => name === found?.['month']);
  if (!found || month < 0) return undefined;
  const [hours, minutes, seconds] = found['time']!.split(':').map(Number) as [
    number,
    number,
    number,
  ];
  const day = Number(found['day']);
  const year = fullYear(found['year']!, now);
  const date = Date.UTC(year, month, day, hours, minutes, seconds);
  const isReal =
    hours < 24 &&
    minutes < 60 &&
    seconds <= 60 &&
    new Date(Date.UTC(year, month, day)).getUTCDate() === day;
  return isReal ? date : undefined;
}

function fullYear(digits: string, now: number): number {
  if (digits.length > 2) return Number(digits);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + furthestYears ? year - 100 : year;
}
