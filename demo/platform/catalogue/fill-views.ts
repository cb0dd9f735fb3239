import { queryOne } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { createChance } from './chance.ts';

const dayMs = 86_400_000;
const daysBack = 31;
const viewsADay = 90;
const externalADay = 30;

/** Records plausible views for each of the last days that has none yet, so that what is most active is never nobody's. */
export async function fillViews(database: Database, domain: string, now: Date): Promise<void> {
  const last = await queryOne<{ at: Date | null }>(database, `select max(at) as at from media_events where domain = $1 and session_id is null`, [domain]);
  const from = Math.max(now.getTime() - daysBack * dayMs, last?.at?.getTime() ?? 0);
  const days = Math.floor((now.getTime() - from) / dayMs);
  if (days < 1) return;
  const pick = await weighItems(database, Number(domain) * 31 + Math.floor(from / dayMs));
  const events: { kind: string; gid: string; at: Date }[] = [];
  for (let day = 0; day < days; day++) {
    for (let n = 0; n < viewsADay + externalADay; n++) {
      const { gid, moment } = pick();
      events.push({ kind: n < viewsADay ? 'view' : 'viewexternal', gid, at: new Date(now.getTime() - (day + moment) * dayMs) });
    }
  }
  await database.query(
    `insert into media_events (domain, kind, gid, at)
     select $1::int8, kind, gid, at from unnest($2::text[], $3::int8[], $4::timestamptz[]) as event (kind, gid, at)`,
    [domain, events.map((event) => event.kind), events.map((event) => event.gid), events.map((event) => event.at.toISOString())],
  );
}

/** Draws items as often as their votes suggest. */
async function weighItems(database: Database, seed: number): Promise<() => { gid: string; moment: number }> {
  const items = await database.query<{ gid: string; weight: number }>(
    `select gid, (sqrt(coalesce(votes, 100)) * coalesce(rating, 5))::float8 as weight from items where streamtype in ('video', 'audio') order by gid`,
  );
  const sums: number[] = [];
  for (const item of items) sums.push((sums.at(-1) ?? 0) + item.weight);
  const chance = createChance(seed);
  return () => {
    const target = chance() * (sums.at(-1) ?? 0);
    const index = sums.findIndex((sum) => sum > target);
    return { gid: items[Math.max(0, index)]!.gid, moment: chance() };
  };
}
