import type { MediaItem } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { getElement } from '../../ui/get-element.ts';
import { readError } from '../../ui/read-error.ts';
import { whenNear } from '../../ui/when-near.ts';
import { yieldToMain } from '../../ui/yield-to-main.ts';
import { createPoster, createPosterPlaceholder } from './poster.ts';
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
  const createPosterAt = (item: MediaItem, index: number): HTMLElement =>
    createPoster(item, isRanking ? { rank: index + 1 } : {});
  const fill = async (): Promise<void> => {
    section.setAttribute('aria-busy', 'true');
    showPlaceholders(strip);
    try {
      const { items } = await load({ signal: untilLeft() });
      if (items.length) await showPosters(strip, items, createPosterAt);
      else strip.showNote(el('p', { class: 'notice' }, empty));
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
  readonly show: (entries: readonly HTMLElement[]) => void;
  readonly add: (entries: readonly HTMLElement[]) => void;
  readonly showNote: (note: HTMLElement) => void;
}

function createStrip(section: HTMLElement): Strip {
  const list = el('ul', { class: 'strip' });
  const buttons = createRowButtons(list);
  getElement('.row-head', section).append(buttons.element);
  section.append(list);

  const add = (entries: readonly HTMLElement[]): void => {
    list.append(...entries.map((entry) => el('li', {}, entry)));
    list.hidden = list.childElementCount === 0;
    buttons.update();
  };
  const show = (entries: readonly HTMLElement[]): void => {
    section.querySelector('.row-note')?.remove();
    list.replaceChildren();
    add(entries);
  };
  return {
    add,
    show,
    showNote(note) {
      show([]);
      section.append(el('div', { class: 'row-note' }, note));
    },
  };
}

const showPlaceholders = ({ show }: Strip): void =>
  show(Array.from({ length: shownAtFirst }, createPosterPlaceholder));

/** Draws the posters in two tasks, so that a slow machine answers the viewer between them. */
async function showPosters(
  { show, add }: Strip,
  items: readonly MediaItem[],
  createPosterAt: (item: MediaItem, index: number) => HTMLElement,
): Promise<void> {
  show(items.slice(0, shownAtFirst).map(createPosterAt));
  await yieldToMain();
  add(items.slice(shownAtFirst).map((item, index) => createPosterAt(item, shownAtFirst + index)));
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
