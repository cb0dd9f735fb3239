import { html, nothing } from 'lit/html.js';
import { renderElement } from '../../ui/render-element.ts';
import type { Activity } from './activity.ts';
import type { View } from './address.ts';
import { createCardContent, type CardContent } from './card-content.ts';
import type { ChartData } from './chart-data.ts';
import type { ViewStore } from './view-store.ts';

/** The number of cards created. It makes their IDs unique. */
let cardCount = 0;

/** A card of the dashboard. */
export interface Card {
  readonly title: string;
  readonly note?: string;
  /** Whether the card takes the whole width. Default: no. */
  readonly isWide?: boolean;
  readonly controls?: readonly HTMLElement[];
  /** The parts of the view that the card depends on. When they change, it is loaded again. */
  readonly keyOf: (view: View) => unknown;
  /** Returns `undefined` when nothing was counted. */
  readonly load: (
    view: View,
    options: { readonly signal: AbortSignal },
  ) => Promise<ChartData | undefined>;
}

/**
 * Mounts a part of the dashboard with one chart: a placeholder, then summary, chart and table.
 * While new figures load, the old ones stay. If there are none, the card shows a text. If the load
 * fails, it shows a button to try again.
 */
export function mountCard(
  container: HTMLElement,
  { view: viewStore, activity }: { readonly view: ViewStore; readonly activity: Activity },
  card: Card,
): void {
  const content = createCardContent(viewStore.change);
  const section = createSection(card, content);
  container.append(section);

  let currentLoad: AbortController | undefined;
  const load = async (): Promise<void> => {
    currentLoad?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    currentLoad = controller;
    section.setAttribute('aria-busy', 'true');
    const showResult = await activity.during(
      card.load(viewStore.get(), { signal }).then(
        (chart) => () => content.show(chart),
        (error: unknown) => () => content.fail(error, () => void load()),
      ),
    );
    if (signal.aborted) return;
    section.removeAttribute('aria-busy');
    section.dataset['state'] = showResult();
  };
  let loadedKey: string | undefined;
  viewStore.subscribe((view) => {
    const key = JSON.stringify(card.keyOf(view));
    if (key === loadedKey) return;
    loadedKey = key;
    void load();
  });
}

function createSection(
  { title, note, isWide = false, controls = [] }: Card,
  { elements }: CardContent,
): HTMLElement {
  cardCount += 1;
  const id = `card-${cardCount}`;
  return renderElement(
    HTMLElement,
    html`<section
      class=${isWide ? 'card wide' : 'card'}
      aria-labelledby=${id}
      data-card=${title}
      data-state="loading"
    >
      <div class="card-head">
        <h2 id=${id}>${title}</h2>
        <div class="card-controls">${controls}</div>
      </div>
      ${elements} ${note ? html`<p class="card-note">${note}</p>` : nothing}
    </section>`,
  );
}
