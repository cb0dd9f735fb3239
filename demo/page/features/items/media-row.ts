import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MediaItem } from 'usher-runtime';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { getElement } from '../../ui/get-element.ts';
import { readError } from '../../ui/read-error.ts';
import { whenNear } from '../../ui/when-near.ts';
import { yieldToMain } from '../../ui/yield-to-main.ts';
import { poster, posterPlaceholder } from './poster.ts';
import { createRowButtons } from './row-buttons.ts';

/** As many as a wide screen shows: the placeholders, and the posters that come first. */
const shownAtFirst = 8;

export interface MediaRow {
  readonly load: (options: {
    readonly signal: AbortSignal;
  }) => Promise<{ readonly items: readonly MediaItem[] }>;
  /** The items are numbered. Default: no. */
  readonly isRanking?: boolean;
  /** The text where there are none. */
  readonly empty?: string;
}

/**
 * Fills a section of the page with one list of items, when it comes near the visible part of the
 * page: placeholders first, then posters, or text when there is nothing or it failed.
 * @param section has an `h2`, and takes the rest
 */
export function mountMediaRow(
  section: HTMLElement,
  { load, isRanking = false, empty = 'Nothing is on here today.' }: MediaRow,
): void {
  const strip = createStrip(section);
  const posterAt = (item: MediaItem, index: number): TemplateResult =>
    poster(item, isRanking ? { rank: index + 1 } : {});
  const fill = async (): Promise<void> => {
    section.setAttribute('aria-busy', 'true');
    showPlaceholders(strip);
    try {
      const { items } = await load({ signal: untilLeft() });
      if (items.length) await showPosters(strip, items, posterAt);
      else strip.showNote(html`<p class="notice">${empty}</p>`);
    } catch (error) {
      if (readError(error).code !== 'aborted') {
        strip.showNote(createFailureNotice('This row did not load', error, () => void fill()));
      }
    }
    section.removeAttribute('aria-busy');
  };

  showPlaceholders(strip);
  whenNear(section, () => void fill());
}

/** A row of entries that scrolls sideways, or a note in its place. */
interface Strip {
  readonly show: (entries: readonly TemplateResult[]) => void;
  readonly add: (entries: readonly TemplateResult[]) => void;
  readonly showNote: (note: TemplateResult | HTMLElement) => void;
}

function createStrip(section: HTMLElement): Strip {
  const list = document.createElement('ul');
  list.className = 'strip';
  const buttons = createRowButtons(list);
  getElement('.row-head', section).append(buttons.element);
  let shown: readonly TemplateResult[] = [];

  const draw = (entries: readonly TemplateResult[], note?: TemplateResult | HTMLElement): void => {
    shown = entries;
    render(
      entries.map((entry) => html`<li>${entry}</li>`),
      list,
    );
    list.hidden = entries.length === 0;
    render(html`${list}${note ? html`<div class="row-note">${note}</div>` : nothing}`, section);
    buttons.update();
  };
  return {
    show: (entries) => draw(entries),
    add: (entries) => draw([...shown, ...entries]),
    showNote: (note) => draw([], note),
  };
}

const showPlaceholders = ({ show }: Strip): void =>
  show(Array.from({ length: shownAtFirst }, () => posterPlaceholder));

/** Draws the posters in two tasks, so that a slow machine answers the viewer between them. */
async function showPosters(
  { show, add }: Strip,
  items: readonly MediaItem[],
  posterAt: (item: MediaItem, index: number) => TemplateResult,
): Promise<void> {
  show(items.slice(0, shownAtFirst).map(posterAt));
  await yieldToMain();
  add(items.slice(shownAtFirst).map((item, index) => posterAt(item, shownAtFirst + index)));
}

/**
 * A signal that ends the requests when the viewer leaves. A page that goes into the back/forward
 * cache keeps them: it comes back.
 */
function untilLeft(): AbortSignal {
  const controller = new AbortController();
  window.addEventListener(
    'pagehide',
    (event) => {
      if (!event.persisted) controller.abort();
    },
    { once: true },
  );
  return controller.signal;
}
