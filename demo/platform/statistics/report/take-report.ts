import type { Platform } from '../../platform.ts';
import { isStorableId } from '../../wire/id.ts';
import { Refusal } from '../../wire/refusal.ts';
import { fingerprintOf, storeContexts } from '../event-context.ts';
import { recordEvents } from '../record-events.ts';
import { readReport, type Report, type ReportedEvent } from './read-report.ts';
import { contextOf, findReporter } from './reporter.ts';

/** A page that was offline keeps its events that long. */
const oldestMs = 86_400_000;
/** So far clocks of devices may be ahead; such an event counts as of now. */
const aheadMs = 300_000;

/**
 * Takes a report: all of its events or none. The number of them. @throws {Refusal} when it is
 * refused.
 */
export async function takeReport(
  platform: Platform,
  body: string,
  userAgent: string,
): Promise<{ domain: string; recorded: number }> {
  const report = readReport(body);
  const reporter = await findReporter(platform, report);
  const nowMs = platform.now().getTime();
  const moments = report.events.map((event, index) => momentOf(event, index, nowMs));
  await checkItems(platform, report);
  const context = contextOf(reporter, report, userAgent);
  const id = (await storeContexts(platform.database, [context])).get(fingerprintOf(context))!;
  const events = report.events.map(({ kind, gid, seconds }, index) => ({
    kind,
    gid,
    atMs: moments[index]!,
    seconds: seconds ?? null,
    context: id,
  }));
  await recordEvents(platform.database, reporter.domain.id, events, {
    session: reporter.session?.id ?? null,
    drawn: false,
  });
  return { domain: reporter.domain.id, recorded: events.length };
}

function momentOf({ at }: ReportedEvent, index: number, nowMs: number): number {
  const atMs = at === undefined ? nowMs : at * 1000;
  if (atMs < nowMs - oldestMs || atMs > nowMs + aheadMs) {
    throw new Refusal(400, `events[${index}].at must be within the last day, in unix seconds`);
  }
  return Math.min(atMs, nowMs);
}

async function checkItems({ database }: Platform, { events }: Report): Promise<void> {
  const storable = [...new Set(events.map(({ gid }) => gid).filter(isStorableId))];
  const found = await database.query<{ gid: string }>(
    'select gid from items where gid = any($1::int8[])',
    [storable],
  );
  const known = new Set(found.map(({ gid }) => gid));
  const wrong = events.findIndex(
    ({ gid }) => !isStorableId(gid) || !known.has(String(BigInt(gid))),
  );
  if (wrong >= 0) throw new Refusal(400, `events[${wrong}].gid must be the GlobalID of an item`);
}
