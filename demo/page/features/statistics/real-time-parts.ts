import type { RealtimeFigures } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { createChoice } from './choice.ts';
import { formatCount, formatTime } from './formats.ts';
import type { ViewStore } from './view-store.ts';

/** A figure of the last minutes, by the platform's name. */
export interface RealTimeFigure {
  readonly name: keyof RealtimeFigures;
  readonly title: string;
  readonly format: (value: number) => string;
}

export const realTimeFigures: readonly RealTimeFigure[] = [
  { name: 'views', title: 'Views', format: formatCount },
  { name: 'playerstarts', title: 'Player starts', format: formatCount },
  { name: 'displays', title: 'Displays', format: formatCount },
  { name: 'viewtime', title: 'View time', format: formatTime },
  { name: 'clicks', title: 'Clicks', format: formatCount },
  { name: 'downloads', title: 'Downloads', format: formatCount },
  { name: 'adimpressions', title: 'Ad impressions', format: formatCount },
];

/** The elements that change. */
export interface RealTimeParts {
  /** By the names of the figures. */
  readonly values: ReadonlyMap<string, HTMLElement>;
  readonly items: HTMLElement;
  readonly gateways: HTMLElement;
  readonly status: HTMLElement;
  readonly pause: HTMLButtonElement;
}

/** Fills the section. */
export function createRealTimeParts(container: HTMLElement, view: ViewStore): RealTimeParts {
  const values = new Map(
    realTimeFigures.map(({ name }) => [name, el('dd', { 'data-now': name }, '–')]),
  );
  const items = el('ol', { class: 'now-items' });
  const gateways = el('p', { class: 'soft' });
  const status = el('p', { class: 'soft', 'data-now-said': '' }, 'One moment …');
  const pause = el('button', { type: 'button', class: 'button', 'aria-pressed': 'false' }, 'Hold');
  const last = createChoice({ view, name: 'last', label: 'In the last' });
  container.append(
    el(
      'div',
      { class: 'card-head' },
      el('h2', { id: 'now-title' }, 'Right now'),
      el('div', { class: 'card-controls' }, last, pause),
    ),
    el(
      'dl',
      { class: 'now-figures' },
      ...realTimeFigures.map(({ name, title }) =>
        el('div', {}, el('dt', {}, title), values.get(name)),
      ),
    ),
    el('div', {}, el('h3', {}, 'Watched most'), items),
    gateways,
    status,
    el('p', { class: 'card-note' }, 'Of the filters, only the kind of media counts here.'),
  );
  return { values, items, gateways, status, pause };
}
