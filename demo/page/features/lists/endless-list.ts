import type { MediaItem, MediaPage } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { createPosterPlaceholder } from '../items/poster.ts';
import { createListFoot, type ListFoot } from './list-foot.ts';
import { createListPages, type ListPages, type OpenList } from './list-pages.ts';

/** Divided by 2, 3, 4, 6 and 8, so that rows are mostly full. */
const pageSize = 24;
/** The platform gives 100 at a time; the most whole pages in that. */
const largestPage = 96;
const placeholders = 6;

export interface EndlessListParts {
  readonly list: HTMLElement;
  readonly foot: HTMLElement;
  readonly createEntry: (item: MediaItem, index: number) => HTMLElement;
  /** Called with each page: how many items are shown now, and whether it is the first. */
  readonly onPage: (page: MediaPage, shown: number, isFirst: boolean) => void;
}

export interface ShowOptions {
  /** Loads at least so many at first. Default: one page. */
  readonly shownBefore?: number;
  /** No more than one page. Default: no. */
  readonly isSingle?: boolean;
}

export interface EndlessList {
  /** Shows nothing; its requests end. */
  readonly clear: () => void;
  /**
   * Shows another list in the place of this one, whose requests end. Resolves when the first items
   * are there, or have failed.
   */
  readonly show: (open: OpenList, options?: ShowOptions) => Promise<void>;
}

/**
 * A list that goes on as the viewer scrolls, or presses the button; it shows how far it is, and
 * where it ends.
 */
export function createEndlessList(parts: EndlessListParts): EndlessList {
  let pages: ListPages | undefined;
  let isByHand = false; // perhaps while a page was on its way already
  const foot = createListFoot(parts.foot, (byHand) => void loadMore(byHand));

  const loadMore = async (byHand: boolean): Promise<void> => {
    const asked = pages;
    isByHand = byHand || (isByHand && Boolean(asked?.isBusy()));
    if (!asked || asked.isBusy() || asked.isOver()) return;
    const hadFocus = foot.hasFocus();
    foot.wait();
    const removePlaceholders = showPlaceholders(parts.list);
    try {
      const page = await asked.next();
      if (asked !== pages) return;
      removePlaceholders();
      const mayMoveFocus = hadFocus || foot.hasFocus();
      const first = addPage(parts, foot, asked, page);
      if (mayMoveFocus && (isByHand || asked.isOver())) first?.querySelector('a')?.focus();
    } catch (error) {
      if (asked !== pages) return; // another list is shown
      removePlaceholders();
      foot.fail(asked.shown() > 0, error);
    }
    foot.settle(asked.isOver());
  };
  const replace = (next: ListPages | undefined): void => {
    pages?.stop();
    pages = next;
    clear(parts.list, foot);
  };
  return {
    clear: () => replace(undefined),
    async show(open, { shownBefore = 0, isSingle = false } = {}) {
      const own = createListPages(open, { limit: limitFor(shownBefore), isSingle });
      replace(own);
      do await loadMore(false);
      while (own === pages && own.shown() < shownBefore && !own.isOver() && !foot.hasFailed());
    },
  };
}

function clear(list: HTMLElement, foot: ListFoot): void {
  list.replaceChildren();
  list.removeAttribute('aria-busy');
  foot.clear();
}

/** Shows a page after the others. Answers with its first entry. */
function addPage(
  { list, createEntry, onPage }: EndlessListParts,
  foot: ListFoot,
  pages: ListPages,
  page: MediaPage,
): HTMLElement | undefined {
  const shown = pages.shown();
  const before = shown - page.items.length;
  const entries = page.items.map((item, index) => el('li', {}, createEntry(item, before + index)));
  list.append(...entries);
  foot.count(shown, page.paging.resultcount, pages.isOver());
  onPage(page, shown, before === 0);
  return entries[0];
}

/** As many whole pages as were shown before, and the platform gives at a time. */
const limitFor = (shownBefore: number): number =>
  Math.min(largestPage, Math.max(pageSize, Math.ceil(shownBefore / pageSize) * pageSize));

/** Stands in for posters that are still loading. Answers with what removes it. */
function showPlaceholders(list: HTMLElement): () => void {
  const entries = Array.from({ length: placeholders }, () =>
    el('li', { 'data-ghost': '' }, createPosterPlaceholder()),
  );
  list.append(...entries);
  list.setAttribute('aria-busy', 'true');
  return () => {
    for (const entry of entries) entry.remove();
    list.removeAttribute('aria-busy');
  };
}
