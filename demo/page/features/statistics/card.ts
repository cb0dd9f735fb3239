import { el } from '../../ui/dom.ts';
import type { Activity } from './activity.ts';
import type { View } from './address.ts';
import { createCardContent } from './card-content.ts';
import type { CardContent } from './card-content.ts';
import type { ChartData } from './chart-data.ts';
import type { ViewStore } from './view-store.ts';

/** How many cards there are, for their IDs. */
let made = 0;

/** What one card shows. */
export interface Card {
  readonly title: string;
  readonly note?: string;
  /** It takes the whole width. Default: no. */
  readonly isWide?: boolean;
  readonly controls?: readonly HTMLElement[];
  /** What of the view it depends on. */
  readonly keyOf: (view: View) => unknown;
  /** Nothing where nothing was counted. */
  readonly load: (
    view: View,
    options: { readonly signal: AbortSignal },
  ) => Promise<ChartData | undefined>;
}

/**
 * Mounts a part of the dashboard with one chart: a placeholder, then summary, chart and table. The
 * old ones stay while new ones come; text where there is nothing, and a way to try again where it
 * failed.
 */
export function mountCard(
  container: HTMLElement,
  { view, activity }: { readonly view: ViewStore; readonly activity: Activity },
  card: Card,
): void {
  const content = createCardContent(view.change);
  const section = createSection(card, content);
  container.append(section);

  let asking: AbortController | undefined;
  const fill = async (): Promise<void> => {
    asking?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asking = controller;
    section.setAttribute('aria-busy', 'true');
    const show = await activity.during(
      card.load(view.get(), { signal }).then(
        (chart) => () => content.show(chart),
        (error: unknown) => () => content.fail(error, () => void fill()),
      ),
    );
    if (signal.aborted) return;
    section.removeAttribute('aria-busy');
    section.dataset['state'] = await show();
  };
  let asked: string | undefined;
  view.subscribe((now) => {
    const key = JSON.stringify(card.keyOf(now));
    if (key === asked) return;
    asked = key;
    void fill();
  });
}

function createSection(
  { title, note, isWide = false, controls = [] }: Card,
  { elements }: CardContent,
): HTMLElement {
  made += 1;
  const id = `card-${made}`;
  return el(
    'section',
    {
      class: isWide ? 'card wide' : 'card',
      'aria-labelledby': id,
      'data-card': title,
      'data-state': 'loading',
    },
    el(
      'div',
      { class: 'card-head' },
      el('h2', { id }, title),
      el('div', { class: 'card-controls' }, ...controls),
    ),
    ...elements,
    note && el('p', { class: 'card-note' }, note),
  );
}
