import type { Handler } from '../call.ts';
import { groupings, type Grouping } from './grouping.ts';
import { kpiSql, type Kpi } from './kpi.ts';
import { addMediaFilters, mediaEvents, mediaScope } from './media-scope.ts';
import { readNumbers, readSeries } from './read-series.ts';

const moment = 'events.at';

/** A figure of items by day, hour or weekday. */
export function timeSeries(kpi: Kpi, grouping: Grouping): Handler {
  return async (call) => {
    const where = addMediaFilters(mediaScope(call, kpi.kinds), call);
    return {
      result: await readNumbers(
        call,
        { from: mediaEvents, where, moment, columns: `${kpiSql(kpi)} as value` },
        grouping,
      ),
    };
  };
}

const steps = ['progress25', 'progress50', 'progress75', 'progress95', 'progress100'] as const;

/** How many views reached each step, by day. */
export const viewProgress: Handler = async (call) => {
  const where = addMediaFilters(mediaScope(call, steps), call);
  const columns = steps
    .map((step) => `(count(*) filter (where events.kind = '${step}'))::int4 as ${step}`)
    .join(', ');
  const none = Object.fromEntries(steps.map((step) => [step, 0]));
  const read = ({ key: _key, ...reached }: Record<string, unknown>): unknown => reached;
  return {
    result: await readSeries(
      call,
      { from: mediaEvents, where, moment, columns },
      groupings.byday,
      read,
      none,
    ),
  };
};
