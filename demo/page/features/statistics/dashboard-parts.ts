import type { ReadOptions, Statistics } from 'usher-runtime';
import type { Activity } from './activity.ts';
import type { FigureText } from './figures.ts';
import type { ItemTitles } from './item-titles.ts';
import type { ViewStore } from './view-store.ts';

/** What the parts of the dashboard share. */
export interface DashboardParts {
  readonly statistics: Statistics;
  readonly view: ViewStore;
  readonly activity: Activity;
  readonly money: FigureText;
  readonly titles: ItemTitles;
  /** The name of a studio, by its ID. */
  readonly studioName: (id: string, options: ReadOptions) => Promise<string>;
}
