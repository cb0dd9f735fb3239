import { numberOf, type Handler } from '../call.ts';
import { kpis, kpiSql, type KpiName } from './kpi.ts';
import { mediaEvents, mediaScope } from './media-scope.ts';

/** When nothing is said: as far back as a viewer of a dashboard means by now. */
const defaultMinutes = 30;

/** The figures that are shown of the present moment, by their names in the answer. */
const own = {
  displays: 'display',
  playerstarts: 'playerstart',
  views: 'view',
  viewtime: 'viewtime',
  downloads: 'download',
  clicks: 'click',
  adrequests: 'adrequest',
  adimpressions: 'adimpression',
  adclicks: 'adclick',
  aderrors: 'aderror',
} as const satisfies Readonly<Record<string, KpiName>>;
const external = { viewsexternal: 'viewexternal' } as const satisfies Readonly<
  Record<string, KpiName>
>;

const gateway = 'contexts.gateway';
const item = 'items.id::text';

export const realtime: Handler = realtimeBy(gateway, own);
export const realtimeExternal: Handler = realtimeBy(gateway, external);
export const realtimeCharts: Handler = realtimeBy(item, own);
export const realtimeChartsExternal: Handler = realtimeBy(item, external);

/**
 * The last minutes by gateway or item, the most active first. Of the standard parameters only the
 * streamtype counts.
 */
function realtimeBy(key: string, figures: Readonly<Record<string, KpiName>>): Handler {
  const kinds = [...new Set(Object.values(figures).flatMap((name) => kpis[name].kinds))];
  const columns = Object.entries(figures)
    .map(([name, kpi]) => `${kpiSql({ ...kpis[kpi], sql: countedAmongOthers(kpi) })} as ${name}`)
    .join(', ');
  return async (call) => {
    const where = mediaScope(call, kinds);
    const sinceMs = call.now().getTime() - (numberOf(call, 'timeFrame') ?? defaultMinutes) * 60_000;
    where
      .and('events.at > ?::timestamptz', new Date(sinceMs))
      .and('events.at <= ?::timestamptz', call.now());
    const limit = where.parameter(numberOf(call, 'limit') ?? null);
    const rows = await call.database.query<Record<string, unknown> & { key: string }>(
      `select ${key} as key, ${columns} from ${mediaEvents} ${where.sql} group by 1 order by count(*) desc, key limit ${limit}::int8`,
      where.parameters,
    );
    return { result: new Map(rows.map(({ key: name, ...rest }) => [name, rest])) };
  };
}

/** A figure among events of other kinds. */
function countedAmongOthers(name: KpiName): string {
  const { kinds, sql } = kpis[name];
  return sql === 'count(*)' ? `count(*) filter (where events.kind = '${kinds[0]}')` : sql;
}
