import { formatCount, formatMany, formatPercent, formatTime } from './formats.ts';

/** How the values of a figure read. */
export interface FigureText {
  readonly title: string;
  readonly format: (value: number) => string;
  /** The value within a sentence, as "12 views". */
  readonly say: (value: number) => string;
  /** Whether there are fewer or less of it. */
  readonly fewer: 'fewer' | 'less';
  /** The days do not add up: their mean counts. */
  readonly isMean?: boolean;
}

type Plural = readonly [one: string, many: string];

const counted = (title: string, words: Plural): FigureText => ({
  title,
  format: formatCount,
  say: (value) => formatMany(value, words),
  fewer: 'fewer',
});

const timed = (title: string, of: string): FigureText => ({
  title,
  format: formatTime,
  say: (minutes) => `${formatTime(minutes)} ${of}`,
  fewer: 'less',
});

/** The figures that the interface has by day, hour and weekday. */
const grouped = {
  views: counted('Views', ['view', 'views']),
  displays: counted('Displays', ['display', 'displays']),
  playerstarts: counted('Player starts', ['player start', 'player starts']),
  clicks: counted('Clicks', ['click', 'clicks']),
  downloads: counted('Downloads', ['download', 'downloads']),
  adrequests: counted('Ad requests', ['ad request', 'ad requests']),
  adimpressions: counted('Ad impressions', ['ad impression', 'ad impressions']),
  adclicks: counted('Ad clicks', ['ad click', 'ad clicks']),
  aderrors: counted('Ad errors', ['ad error', 'ad errors']),
};

/** The figures that it has by day only. */
const daily = {
  viewtime: timed('View time', 'watched'),
  viewtimeaverage: { ...timed('Time per view', 'per view'), isMean: true },
  viewsexternal: counted('Views elsewhere', ['view elsewhere', 'views elsewhere']),
};

/** The one that it has as a ranking only. */
const completion: FigureText = {
  title: 'Watched to the end',
  format: formatPercent,
  say: (value) => `${formatPercent(value)} watched to the end`,
  fewer: 'less',
};

export type GroupedFigure = keyof typeof grouped;
type DailyFigure = keyof typeof daily;
/** A figure with a time series. */
export type SeriesFigure = GroupedFigure | DailyFigure;

export const seriesFigures: Readonly<Record<SeriesFigure, FigureText>> = { ...grouped, ...daily };

export const isDaily = (figure: SeriesFigure): figure is DailyFigure =>
  Object.hasOwn(daily, figure);

/** The figures that items are ranked by. */
export const rankedFigures = {
  views: grouped.views,
  viewtime: daily.viewtime,
  viewtimeaverage: daily.viewtimeaverage,
  displays: grouped.displays,
  playerstarts: grouped.playerstarts,
  completion,
  clicks: grouped.clicks,
  downloads: grouped.downloads,
  viewsexternal: daily.viewsexternal,
} satisfies Readonly<Record<string, FigureText>>;

/** As they stand in the select. */
export const seriesChoices: Readonly<Record<SeriesFigure, string>> = {
  views: grouped.views.title,
  viewtime: daily.viewtime.title,
  viewtimeaverage: daily.viewtimeaverage.title,
  displays: grouped.displays.title,
  playerstarts: grouped.playerstarts.title,
  clicks: grouped.clicks.title,
  downloads: grouped.downloads.title,
  viewsexternal: daily.viewsexternal.title,
  adrequests: grouped.adrequests.title,
  adimpressions: grouped.adimpressions.title,
  adclicks: grouped.adclicks.title,
  aderrors: grouped.aderrors.title,
};

export const rankingChoices: Readonly<Record<keyof typeof rankedFigures, string>> = {
  views: rankedFigures.views.title,
  viewtime: rankedFigures.viewtime.title,
  viewtimeaverage: rankedFigures.viewtimeaverage.title,
  displays: rankedFigures.displays.title,
  playerstarts: rankedFigures.playerstarts.title,
  completion: rankedFigures.completion.title,
  clicks: rankedFigures.clicks.title,
  downloads: rankedFigures.downloads.title,
  viewsexternal: rankedFigures.viewsexternal.title,
};

export const groupChoices = { day: 'By day', weekday: 'By weekday', hour: 'By hour' };
export type Group = keyof typeof groupChoices;
