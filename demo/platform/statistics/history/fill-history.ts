import { createChance } from '../../catalogue/chance.ts';
import { queryOne, type Database } from '../../database/database.ts';
import { namesOfDomain } from '../../tenants/domain.ts';
import { fingerprintOf, storeContexts } from '../event-context.ts';
import { recordEvents, type EventKind, type MediaEvent } from '../record-events.ts';
import { drawContext } from './audience.ts';
import { fillCustomers } from './fill-customers.ts';
import { drawVisit } from './visit.ts';

export interface History {
  readonly days: number;
  readonly visitsADay: number;
  /** Whether accounts, purchases and subscriptions are drawn too. */
  readonly hasCustomers: boolean;
}

interface Item {
  readonly gid: string;
  readonly duration_seconds: number;
  readonly weight: number;
}

/** Draws an item as often as its votes suggest, by a number from 0 to below 1. */
type DrawItem = (chance: number) => Item;

interface Catalogue {
  readonly every: DrawItem;
  readonly audio: DrawItem;
}

interface Viewer {
  /** The ID of the context. */
  readonly context: string;
  /** Who uses a podcast app watches no films in it. */
  readonly onlyListens: boolean;
}

const dayMs = 86_400_000;
/**
 * So many viewers are drawn once, and each visit is by one of them: few contexts serve all events.
 */
const viewers = 240;
/**
 * How much is watched in each hour of the day, in UTC: least at night, most in the evening of
 * central Europe.
 */
const hours = [3, 2, 1, 1, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 9, 11, 13, 13, 11, 9, 7, 5];
/** And on each day of the week, from Sunday on. */
const weekdays = [1.35, 0.85, 0.85, 0.9, 0.95, 1.15, 1.4];

/**
 * Draws plausible events for each of the last days, from where the last drawing ended until now, so
 * that charts are not empty. A day is drawn the same whenever it is drawn: by its date and the
 * domain.
 */
export async function fillHistory(
  database: Database,
  domain: string,
  now: Date,
  history: History,
): Promise<void> {
  if (history.days === 0) return;
  await database.transaction(async (within) => {
    // Another process on the same server may be drawing just now.
    await within.query('select pg_advisory_xact_lock($1::int8)', [domain]);
    await fillEvents(within, domain, now, history);
    if (history.hasCustomers) await fillCustomers(within, domain, now, history.days);
  });
}

async function fillEvents(
  database: Database,
  domain: string,
  now: Date,
  { days, visitsADay }: History,
): Promise<void> {
  const last = await queryOne<{ at: Date | null }>(
    database,
    'select max(at) as at from media_events where domain = $1 and drawn',
    [domain],
  );
  const fromMs = Math.max(
    Math.floor(now.getTime() / dayMs - days) * dayMs,
    last?.at?.getTime() ?? 0,
  );
  if (fromMs >= now.getTime()) return;
  const catalogue: Catalogue = {
    every: await weighItems(database, domain, ['video', 'audio']),
    audio: await weighItems(database, domain, ['audio']),
  };
  const audience = await storeViewers(database);
  const events: MediaEvent[] = [];
  // What begins before midnight may go on after it.
  for (let day = Math.floor(fromMs / dayMs) - 1; day * dayMs < now.getTime(); day++) {
    const visits = visitsADay * weekdays[new Date(day * dayMs).getUTCDay()]!;
    const drawn = drawDay(
      day,
      createChance(Number(domain) * 100_003 + day),
      visits,
      catalogue,
      audience,
    );
    for (const event of drawn) {
      if (event.atMs > fromMs && event.atMs <= now.getTime()) events.push(event);
    }
  }
  await recordEvents(database, domain, events, { session: null, drawn: true });
  // Else queries are planned as if there were none. It takes its time, which few events are not
  // worth.
  if (events.length > 10_000) await database.query('analyze media_events, event_contexts');
}

function drawDay(
  day: number,
  chance: () => number,
  visits: number,
  catalogue: Catalogue,
  audience: readonly Viewer[],
): MediaEvent[] {
  const events: MediaEvent[] = [];
  const total = Math.round(visits * (0.85 + 0.3 * chance()));
  for (let n = 0; n < total; n++) {
    // Some viewers come often, most now and then.
    const { context, onlyListens } = audience[Math.floor(chance() ** 2 * audience.length)]!;
    const item = catalogue[onlyListens ? 'audio' : 'every'](chance());
    const beganMs = day * dayMs + Math.round((drawHour(chance()) + chance()) * 3_600_000);
    const add = (kind: EventKind, afterSeconds: number, seconds: number | null): unknown =>
      events.push({
        kind,
        gid: item.gid,
        atMs: Math.round(beganMs + afterSeconds * 1000),
        seconds,
        context,
      });
    for (const { kind, afterSeconds, seconds } of drawVisit(item.duration_seconds, chance)) {
      add(kind, afterSeconds, seconds ?? null);
    }
    // Elsewhere the same items are watched too, on platforms that tell of views only.
    if (chance() < 0.2) add('viewexternal', 0, null);
  }
  return events;
}

function drawHour(chance: number): number {
  let left = chance * hours.reduce((sum, weight) => sum + weight, 0);
  return Math.max(
    0,
    hours.findIndex((weight) => (left -= weight) < 0),
  );
}

async function storeViewers(database: Database): Promise<Viewer[]> {
  const chance = createChance(90);
  const drawn = Array.from({ length: viewers }, () => drawContext(chance));
  const ids = await storeContexts(database, drawn);
  return drawn.map((context) => ({
    context: ids.get(fingerprintOf(context))!,
    onlyListens: context.gateway === 'podcast',
  }));
}

/** Only what the domain may see. */
async function weighItems(
  database: Database,
  domain: string,
  streamtypes: readonly string[],
): Promise<DrawItem> {
  const items = await database.query<Item>(
    `select gid, duration_seconds, (sqrt(coalesce(votes, 100)) * coalesce(rating, 5))::float8 as weight from items
     where streamtype = any($1::text[]) and (only_domains is null or only_domains && $2::int8[]) order by gid`,
    [streamtypes, namesOfDomain(domain)],
  );
  const sums: number[] = [];
  for (const item of items) sums.push((sums.at(-1) ?? 0) + item.weight);
  return (chance) =>
    items[
      Math.max(
        0,
        sums.findIndex((sum) => sum > chance * sums.at(-1)!),
      )
    ]!;
}
