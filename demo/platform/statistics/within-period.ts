import type { Where } from '../allmedia/where.ts';
import type { Period } from './period.ts';

/**
 * Keeps to what lies in a period: from the first midnight to the last, as they are in its timezone.
 */
export function withinPeriod(where: Where, { from, to, timezone }: Period, moment: string): Where {
  const zone = where.parameter(timezone);
  where.and(`${moment} >= (?::date)::timestamp at time zone ${zone}::text`, from);
  return where.and(`${moment} < (?::date + 1)::timestamp at time zone ${zone}::text`, to);
}
