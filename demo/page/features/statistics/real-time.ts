import { html, render, type TemplateResult } from 'lit/html.js';
import type { QueryState, Series } from 'usher-runtime';
import { errorText } from '../../ui/error-text.ts';
import { addressOf as itemAddress } from '../items/media-item.ts';
import { choices, type Choices } from './choices.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { formatClock, formatCount, formatMany } from './formats.ts';
import type { ItemTitles, TitledItem } from './item-titles.ts';
import { createRealTimeParts, realTimeFigures, type RealTimeParts } from './real-time-parts.ts';
import { sumOf } from './series.ts';
import { gatewayName } from './share-names.ts';

/** As many rows as the figures beside them are high. */
const maxItems = 5;

/** The minutes of each choice, as the platform takes them. */
const minutes = { '5': 5, '15': 15, '30': 30, '60': 60, '120': 120, '240': 240 } as const;

/**
 * The last minutes, kept up to date by the runtime's stores while the page is visible. The viewer
 * can stop that.
 */
export function mountRealTime(
  container: HTMLElement,
  { view, statistics, titles }: DashboardParts,
): void {
  const parts = createRealTimeParts(container, view);
  let stops: readonly (() => void)[] = [];
  const stop = (): void => {
    for (const unsubscribe of stops) unsubscribe();
    stops = [];
  };
  const follow = (): void => {
    stop();
    parts.pause.setAttribute('aria-pressed', 'false');
    const { streamtype, last } = view.get();
    const query = { streamtype, timeFrame: minutes[last] };
    stops = [
      statistics.$query('realtime', query).subscribe((state) => showFigures(state, parts, last)),
      statistics.$query('realtimecharts', query).subscribe(({ data }) => {
        if (data) void showItems(parts.items, data, titles);
      }),
    ];
  };
  let followed: string | undefined;
  view.subscribe(({ streamtype, last }) => {
    const key = `${streamtype} ${last}`;
    if (followed === key) return;
    followed = key;
    follow();
  });
  parts.pause.addEventListener('click', () => {
    if (parts.pause.getAttribute('aria-pressed') === 'true') return follow();
    stop();
    parts.pause.setAttribute('aria-pressed', 'true');
    parts.status.textContent = `Held. ${parts.status.textContent}`;
  });
}

function showFigures(
  { data, updatedAt, error }: QueryState<Series<'realtime'>>,
  { values, gateways, status }: RealTimeParts,
  last: Choices['last'],
): void {
  const clock = updatedAt === null ? '' : formatClock(updatedAt);
  if (error) {
    status.textContent = `${errorText(error)}${clock && ` These are the figures of ${clock}.`}`;
  }
  if (!data) return;
  for (const { name, format } of realTimeFigures) {
    const sum = sumOf([...data.values()].map((figures) => Number(figures[name]) || 0));
    const value = values.get(name);
    if (value) value.textContent = format(sum);
  }
  gateways.textContent = gatewaysText(data, last);
  if (!error) status.textContent = `As of ${clock}. It updates by itself.`;
}

function gatewaysText(data: Series<'realtime'>, last: Choices['last']): string {
  const watching = [...data]
    .map(([gateway, { views = 0 }]) => ({ gateway, views }))
    .filter(({ views }) => views > 0)
    .map(({ gateway, views }) => `${gatewayName(gateway)} ${formatCount(views)}`);
  return watching.length
    ? `Views by way in: ${watching.join(', ')}.`
    : `No view began in the last ${choices.last[last]}.`;
}

async function showItems(
  list: HTMLElement,
  data: Series<'realtimecharts'>,
  titles: ItemTitles,
): Promise<void> {
  const most = [...data]
    .map(([id, { views = 0 }]) => ({ id, views }))
    .filter(({ views }) => views > 0)
    .sort((one, other) => other.views - one.views)
    .slice(0, maxItems);
  await titles.readActive(most.map(({ id }) => id)).catch(() => {}); // then by their numbers
  const entries = most.map(
    ({ id, views }) =>
      html`<li>
        <span>${itemTitle(titles.ofId(id))}</span
        ><span>${formatMany(views, ['view', 'views'])}</span>
      </li>`,
  );
  render(entries.length ? entries : html`<li>The seats are empty.</li>`, list);
}

const itemTitle = ({ title, item }: TitledItem): TemplateResult | string =>
  item ? html`<a href=${itemAddress(item)}>${title}</a>` : title;
