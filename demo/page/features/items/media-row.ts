import type { MediaItem } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { getElement } from '../../ui/get-element.ts';
import { readError } from '../../ui/read-error.ts';
import { whenNear } from '../../ui/when-near.ts';
import { createPoster, createPosterPlaceholder } from './poster.ts';
import { createRowButtons } from './row-buttons.ts';

/** As many as a wide screen shows. */
const placeholders = 8;

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
  const list = el('ul', { class: 'strip' });
  const buttons = createRowButtons(list);
  getElement('.row-head', section).append(buttons.element);
  section.append(list);

  const show = (content: readonly HTMLElement[]): void => {
    section.querySelector('.row-note')?.remove();
    list.replaceChildren(...content.map((each) => el('li', {}, each)));
    list.hidden = content.length === 0;
    buttons.update();
  };
  const showPlaceholders = (): void =>
    show(Array.from({ length: placeholders }, createPosterPlaceholder));
  const showNote = (note: HTMLElement): void => {
    show([]);
    section.append(el('div', { class: 'row-note' }, note));
  };
  const fill = async (): Promise<void> => {
    section.setAttribute('aria-busy', 'true');
    showPlaceholders();
    try {
      const { items } = await load({ signal: untilLeft() });
      const optionsAt = (index: number): { rank?: number } =>
        isRanking ? { rank: index + 1 } : {};
      if (items.length) show(items.map((item, index) => createPoster(item, optionsAt(index))));
      else showNote(el('p', { class: 'notice' }, empty));
    } catch (error) {
      if (readError(error).code !== 'aborted') {
        showNote(createFailureNotice('This row did not load', error, () => void fill()));
      }
    }
    section.removeAttribute('aria-busy');
  };

  showPlaceholders();
  whenNear(section, () => void fill());
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
