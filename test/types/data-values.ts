// Checked by the compiler, never run: what data calls give.
import type {
  Allmedia,
  Day,
  Hour,
  Incident,
  MediaItem,
  MediaPage,
  ProgressFigures,
  QueryState,
  RealtimeFigures,
  Series,
  Statistics,
  System,
  SystemEntry,
  Weekday,
} from '../../src/index.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <_Same extends true>(): void => undefined;
declare const allmedia: Allmedia;
declare const statistics: Statistics;
declare const system: System;
const period = { streamtype: 'video', from: '2026-11-01', to: new Date() } as const;

// Lists give pages, one item an item or null.
yes<Same<Awaited<ReturnType<Allmedia['latest']>>, MediaPage>>();
yes<Same<Awaited<ReturnType<Allmedia['byglobalid']>>, MediaItem | null>>();
const $item = allmedia.$query('byglobalid', { globalid: 7n });
yes<Same<ReturnType<typeof $item.get>, QueryState<MediaItem | null>>>();
// @ts-expect-error: one item is no list
allmedia.pages('byglobalid', { globalid: 7 });
// @ts-expect-error: a search has a query
allmedia.items('byquery');
// @ts-expect-error: what is given is shared, and not to be changed
void allmedia.latest().then(({ items }) => items.push());

// Days, hours and weekdays are told apart; several figures have names.
const byDay = statistics.viewsbyday(period);
yes<Same<Awaited<typeof byDay>, ReadonlyMap<Day, number>>>();
yes<Same<Series<'clicksbyhour'>, ReadonlyMap<Hour, number>>>();
yes<Same<Series<'clicksbyweekday'>, ReadonlyMap<Weekday, number>>>();
yes<Same<Series<'viewprogressbyday'>, ReadonlyMap<Day, ProgressFigures>>>();
yes<Same<Series<'realtimecharts'>, ReadonlyMap<string, RealtimeFigures>>>();
yes<Same<Series<'itemlist'>, ReadonlyMap<string, number>>>();
// @ts-expect-error: an item list is one of a KPI
void statistics.itemlist(period);
// @ts-expect-error: there is no hour 24
void byDay.then((series) => series.get(24));

// System lists have entries, incidents are their own.
yes<Same<Awaited<ReturnType<System['languagecodes']>>, readonly SystemEntry[]>>();
yes<Same<Awaited<ReturnType<System['currentincidents']>>, readonly Incident[]>>();
// @ts-expect-error: attributes are those of a streamtype
void system.editableattributesfor();
