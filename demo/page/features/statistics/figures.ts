import { formatCount, formatMany, formatPercent, formatTime } from './formats.ts';

/**
 * The figures that the dashboard can draw: their titles, how a value reads by itself and within
 * words, and whether there are fewer or less of them. `series` names the time series of the
 * interface, `chart` its ranking; `days` says that it comes by day only, `mean` that days do not
 * add up.
 */
const counted = (title, words, rest) => ({
  title,
  format: formatCount,
  say: (value) => formatMany(value, words),
  fewer: 'fewer',
  ...rest,
});
const timed = (title, of, rest) => ({
  title,
  format: formatTime,
  say: (minutes) => `${formatTime(minutes)} ${of}`,
  fewer: 'less',
  days: true,
  ...rest,
});

export const figures = {
  views: counted('Views', ['view', 'views'], { series: 'views', chart: 'views' }),
  viewtime: timed('View time', 'watched', { series: 'viewtime', chart: 'viewtime' }),
  viewtimeaverage: timed('Time per view', 'per view', {
    series: 'viewtimeaverage',
    chart: 'viewtimeaverage',
    mean: true,
  }),
  displays: counted('Displays', ['display', 'displays'], { series: 'displays', chart: 'displays' }),
  playerstarts: counted('Player starts', ['player start', 'player starts'], {
    series: 'playerstarts',
    chart: 'playerstarts',
  }),
  completion: {
    title: 'Watched to the end',
    format: formatPercent,
    say: (value) => `${formatPercent(value)} watched to the end`,
    fewer: 'less',
    chart: 'completion',
  },
  clicks: counted('Clicks', ['click', 'clicks'], { series: 'clicks', chart: 'clicks' }),
  downloads: counted('Downloads', ['download', 'downloads'], {
    series: 'downloads',
    chart: 'downloads',
  }),
  viewsexternal: counted('Views elsewhere', ['view elsewhere', 'views elsewhere'], {
    series: 'viewsexternal',
    chart: 'viewsexternal',
    days: true,
  }),
  adrequests: counted('Ad requests', ['ad request', 'ad requests'], { series: 'adrequests' }),
  adimpressions: counted('Ad impressions', ['ad impression', 'ad impressions'], {
    series: 'adimpressions',
  }),
  adclicks: counted('Ad clicks', ['ad click', 'ad clicks'], { series: 'adclicks' }),
  aderrors: counted('Ad errors', ['ad error', 'ad errors'], { series: 'aderrors' }),
};

const choicesWith = (field) =>
  Object.fromEntries(
    Object.entries(figures)
      .filter(([, figure]) => figure[field])
      .map(([name, { title }]) => [name, title]),
  );

export const seriesChoices = choicesWith('series');
export const rankingChoices = choicesWith('chart');
export const groupChoices = { day: 'By day', weekday: 'By weekday', hour: 'By hour' };
