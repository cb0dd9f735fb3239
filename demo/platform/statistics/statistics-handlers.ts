import type { Handler } from '../call.ts';
import { logins, registrations } from './accounts.ts';
import { groupings } from './grouping.ts';
import { kpis, type Kpi } from './kpi.ts';
import { chart, distribution, itemList, podcastAppDistribution } from './ranking.ts';
import { realtime, realtimeCharts, realtimeChartsExternal, realtimeExternal } from './realtime.ts';
import { revenue } from './revenue.ts';
import { activeSubscriptions, subscriptionTerminations } from './subscriptions.ts';
import { timeSeries, viewProgress } from './time-series.ts';

/** Figures that come by day, by hour and by weekday. */
const grouped: Readonly<Record<string, Kpi>> = {
  displays: kpis.display,
  playerstarts: kpis.playerstart,
  views: kpis.view,
  downloads: kpis.download,
  clicks: kpis.click,
  adrequests: kpis.adrequest,
  adimpressions: kpis.adimpression,
  adclicks: kpis.adclick,
  aderrors: kpis.aderror,
};

const charts: Readonly<Record<string, Kpi>> = {
  displays: kpis.display,
  playerstarts: kpis.playerstart,
  views: kpis.view,
  viewsexternal: kpis.viewexternal,
  viewtime: kpis.viewtime,
  viewtimeaverage: kpis.viewtimeaverage,
  completion: kpis.completion,
  downloads: kpis.download,
  clicks: kpis.click,
};

/** What views are counted by. */
const distributions: Readonly<Record<string, string>> = {
  gateway: 'contexts.gateway',
  device: 'contexts.device',
  os: 'contexts.os',
  browser: 'contexts.browser',
  deliverydomain: 'contexts.delivery_domain',
  slug: 'items.slug',
  country: 'contexts.country',
  channel: 'items.channel_id::text',
  format: 'items.format_id::text',
  licensor: 'items.studio_id::text',
};

/** Who answers which of the 61 endpoints: each is a figure, and a way of grouping it. */
export const statisticsHandlers: Readonly<Record<string, Handler>> = {
  ...named(
    grouped,
    (name) => Object.keys(groupings).map((grouping) => `${name}${grouping}`),
    (kpi, id) => timeSeries(kpi, groupingOf(id)),
  ),
  'statistics/viewsexternalbyday': timeSeries(kpis.viewexternal, groupings.byday),
  'statistics/viewtimebyday': timeSeries(kpis.viewtime, groupings.byday),
  'statistics/viewtimeaveragebyday': timeSeries(kpis.viewtimeaverage, groupings.byday),
  'statistics/viewprogressbyday': viewProgress,
  'statistics/registationsbyday': registrations,
  'statistics/loginsbyday': logins,
  'statistics/revenuebyday': revenue,
  'statistics/subscriptionsbyday': activeSubscriptions,
  'statistics/subscriptionterminationsbyday': subscriptionTerminations,
  'statistics/itemlist': itemList,
  ...named(charts, (name) => [`chartsby${name}`], chart),
  ...named(distributions, (name) => [`distributionby${name}`], distribution),
  'statistics/distributionbypodcastapp': podcastAppDistribution,
  'statistics/realtime': realtime,
  'statistics/realtimeexternal': realtimeExternal,
  'statistics/realtimecharts': realtimeCharts,
  'statistics/realtimechartsexternal': realtimeChartsExternal,
};

/** Handlers of a whole table, under the ids that each entry has. */
function named<T>(
  table: Readonly<Record<string, T>>,
  namesOf: (name: string) => readonly string[],
  create: (one: T, id: string) => Handler,
): Record<string, Handler> {
  const all = Object.entries(table).flatMap(([name, one]) =>
    namesOf(name).map((id): [string, Handler] => [`statistics/${id}`, create(one, id)]),
  );
  return Object.fromEntries(all);
}

function groupingOf(id: string): (typeof groupings)[keyof typeof groupings] {
  // Ids are made of these.
  const ending = Object.keys(groupings).find((name) => id.endsWith(name)) as keyof typeof groupings;
  return groupings[ending];
}
