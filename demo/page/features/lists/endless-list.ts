import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MediaItem, MediaPage } from 'usher-runtime';
import { posterPlaceholder } from '../items/poster.ts';
import { createListFoot, type ListFoot } from './list-foot.ts';
import { createListPages, type ListPages, type OpenList } from './list-pages.ts';

/** Divided by 2, 3, 4, 6 and 8, so that rows are mostly full. */
const pageSize = 24;
/** The platform gives 100 at a time; the most whole pages in that. */
const maxPage = 96;
const placeholders = 6;

export interface EndlessListParts {
  readonly list: HTMLElement;
  readonly foot: HTMLElement;
  readonly entry: (item: MediaItem, index: number) => TemplateResult;
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
  const entries = createEntries(parts.list);

  const loadMore = async (byHand: boolean): Promise<void> => {
    const asked = pages;
    isByHand = byHand || (isByHand && Boolean(asked?.isBusy()));
    if (!asked || asked.isBusy() || asked.isOver()) return;
    const hadFocus = showWaiting(foot, entries);
    try {
      const page = await asked.next();
      if (asked !== pages) return;
      const first = addPage(parts, { foot, entries }, asked, page);
      const mayFocus = hadFocus || foot.hasFocus();
      if (mayFocus && (isByHand || asked.isOver())) first?.querySelector('a')?.focus();
    } catch (error) {
      if (asked !== pages) return; // another list is shown
      entries.add([]);
      foot.fail(asked.shown() > 0, error);
    }
    foot.settle(asked.isOver());
  };
  const clear = (): void => {
    pages?.stop();
    pages = undefined;
    entries.clear();
    foot.clear();
  };
  return {
    clear,
    async show(open, { shownBefore = 0, isSingle = false } = {}) {
      clear();
      const own = createListPages(open, { limit: limitFor(shownBefore), isSingle });
      pages = own;
      do await loadMore(false);
      while (own === pages && own.shown() < shownBefore && !own.isOver() && !foot.hasFailed());
    },
  };
}

/** The entries of a list, and placeholders for those that are still loading. */
interface Entries {
  readonly clear: () => void;
  /** Shows the placeholders, until something is added or all is cleared. */
  readonly wait: () => void;
  /** Answers with the first new entry. */
  readonly add: (entries: readonly TemplateResult[]) => Element | undefined;
}

const ghosts = Array.from(
  { length: placeholders },
  () => html`<li data-ghost>${posterPlaceholder}</li>`,
);

function createEntries(list: HTMLElement): Entries {
  let shown: readonly TemplateResult[] = [];
  const draw = (isBusy: boolean): void => {
    render(html`${shown}${isBusy ? ghosts : nothing}`, list);
    if (isBusy) list.setAttribute('aria-busy', 'true');
    else list.removeAttribute('aria-busy');
  };
  return {
    clear() {
      shown = [];
      draw(false);
    },
    wait: () => draw(true),
    add(entries) {
      const before = shown.length;
      shown = [...shown, ...entries.map((entry) => html`<li>${entry}</li>`)];
      draw(false);
      return list.children[before];
    },
  };
}

/** Answers with whether the foot had the focus before. */
function showWaiting(foot: ListFoot, entries: Entries): boolean {
  const hadFocus = foot.hasFocus();
  foot.wait();
  entries.wait();
  return hadFocus;
}

/** Shows a page after the others. Answers with its first entry. */
function addPage(
  { entry, onPage }: EndlessListParts,
  { foot, entries }: { readonly foot: ListFoot; readonly entries: Entries },
  pages: ListPages,
  page: MediaPage,
): Element | undefined {
  const shown = pages.shown();
  const before = shown - page.items.length;
  const first = entries.add(page.items.map((item, index) => entry(item, before + index)));
  foot.count(shown, page.paging.resultcount, pages.isOver());
  onPage(page, shown, before === 0);
  return first;
}

/** As many whole pages as were shown before, and the platform gives at a time. */
const limitFor = (shownBefore: number): number =>
  Math.min(maxPage, Math.max(pageSize, Math.ceil(shownBefore / pageSize) * pageSize));
