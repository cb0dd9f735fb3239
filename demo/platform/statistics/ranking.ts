import type { Where } from '../allmedia/where.ts';
import { numberOf, type Call, type Handler } from '../call.ts';
import { itemKey } from './item-key.ts';
import { kpis, kpiSql, type Kpi, type KpiName } from './kpi.ts';
import { addMediaFilters, mediaEvents, mediaScope } from './media-scope.ts';
import { periodOf } from './period.ts';
import { withinPeriod } from './within-period.ts';

/** As many as the interface lets a caller ask for. */
const maxEntries = 100_000;
/** Of a chart, when nothing is said. */
const chartLength = 100;

/** Items by a figure, the highest first; an item without any is not in it. */
export const itemList: Handler = (call) =>
  rank(call, kpis[call.values['kpi'] as KpiName], maxEntries); // by the contract it is one of ours

/**
 * The same, as short as a chart is. What the unnamed argument stands for is not known; it changes
 * nothing.
 */
export function chart(kpi: Kpi): Handler {
  return (call) => rank(call, kpi, chartLength);
}

/**
 * Views by a property of item or context, the most frequent first. What has none counts as
 * `unknown`, so that all adds up to the views.
 */
export function distribution(key: string): Handler {
  return async (call) => {
    const where = await scope(call, kpis.view);
    return {
      result: await readRanking(call, kpis.view, `coalesce(${key}, 'unknown')`, where, maxEntries),
    };
  };
}

/** Views by the app that podcasts are heard in; what was watched elsewhere is not in it. */
export const podcastAppDistribution: Handler = async (call) => {
  const where = (await scope(call, kpis.view)).and('contexts.podcast_app is not null');
  return { result: await readRanking(call, kpis.view, 'contexts.podcast_app', where, maxEntries) };
};

async function rank(
  call: Call,
  kpi: Kpi,
  length: number,
): Promise<{ result: Map<string, unknown> }> {
  const { key, condition } = itemKey(call);
  const where = (await scope(call, kpi)).and(condition);
  return { result: await readRanking(call, kpi, key, where, length) };
}

async function scope(call: Call, kpi: Kpi): Promise<Where> {
  return addMediaFilters(
    withinPeriod(mediaScope(call, kpi.kinds), await periodOf(call), 'events.at'),
    call,
  );
}

async function readRanking(
  call: Call,
  kpi: Kpi,
  key: string,
  where: Where,
  length: number,
): Promise<Map<string, unknown>> {
  const value = kpiSql(kpi);
  const limit = where.parameter(numberOf(call, 'limit') ?? length);
  const rows = await call.database.query<{ key: string; value: number }>(
    `select ${key} as key, ${value} as value from ${mediaEvents} ${where.sql} group by 1 having ${value} > 0 order by value desc, min(items.gid), key limit ${limit}::int4`,
    where.parameters,
  );
  return new Map(rows.map((row) => [row.key, row.value]));
}
