import type { EventKind } from './record-events.ts';

/** A figure over a group of events. */
export interface Kpi {
  /** The events that it looks at. */
  readonly kinds: readonly EventKind[];
  /** Its SQL over a group of rows of those kinds; null or zero where there is nothing to tell. */
  readonly sql: string;
}

const count = (kind: EventKind): Kpi => ({ kinds: [kind], sql: 'count(*)' });
const countOf = (kind: EventKind): string => `count(*) filter (where events.kind = '${kind}')`;
const minutes = `sum(events.seconds) filter (where events.kind = 'viewtime') / 60`;

/**
 * Every figure of an item, each defined once; the names are those of the interface's `kpi`, where
 * it has one.
 */
export const kpis = {
  display: count('display'),
  playerstart: count('playerstart'),
  view: count('view'),
  viewexternal: count('viewexternal'),
  download: count('download'),
  click: count('click'),
  progress25: count('progress25'),
  progress50: count('progress50'),
  progress75: count('progress75'),
  progress95: count('progress95'),
  progress100: count('progress100'),
  adrequest: count('adrequest'),
  adimpression: count('adimpression'),
  adclick: count('adclick'),
  aderror: count('aderror'),
  /** Minutes in all. */
  viewtime: { kinds: ['viewtime'], sql: minutes },
  /** Minutes a view. */
  viewtimeaverage: {
    kinds: ['view', 'viewtime'],
    sql: `${minutes} / nullif(${countOf('view')}, 0)`,
  },
  /**
   * How many of a hundred views reached the end; not more than all, though a view may have begun
   * before the period.
   */
  completion: {
    kinds: ['view', 'progress100'],
    sql: `least(100, 100.0 * ${countOf('progress100')} / nullif(${countOf('view')}, 0))`,
  },
} as const satisfies Readonly<Record<string, Kpi>>;

export type KpiName = keyof typeof kpis;

/**
 * A figure as a number with four decimals at most: enough for a second of a minute, and sums still
 * agree.
 */
export function kpiSql({ sql }: Kpi): string {
  return `round(coalesce(${sql}, 0)::numeric, 4)::float8`;
}
