import { textOf, type Call } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';
import { timezoneOf } from './timezone.ts';

/** The days that are asked for, in their timezone. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

const dayMs = 86_400_000;
/** Ten years: a series has an entry for each day, and nobody reads more. */
const maxDays = 3660;

/** @throws {Refusal} 400 where the period is longer than anybody reads. */
export async function periodOf(call: Call): Promise<Period> {
  const [from, to] = [textOf(call, 'from')!, textOf(call, 'to')!]; // required by the contract
  // A calendar of databases has no year 0.
  for (const [field, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (day < '0001') throw new Refusal(400, `${field} must be a day of the year 1 or later`);
  }
  if ((Date.parse(to) - Date.parse(from)) / dayMs >= maxDays) {
    throw new Refusal(400, `from must be at most ${maxDays} days before to`);
  }
  return { from, to, timezone: await timezoneOf(call) };
}

/** Every day of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += dayMs) {
    days.push(new Date(ms).toISOString().slice(0, 10));
  }
  return days;
}
