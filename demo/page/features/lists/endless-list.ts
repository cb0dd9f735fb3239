import { el } from '../../ui/dom.ts';
import { createGhost, createPoster } from '../media/poster.ts';
import { createListFoot } from './list-foot.ts';
import { createListRun } from './list-pages.ts';

/** Divided by 2, 3, 4, 6 and 8, so that rows are mostly full. */
const pageSize = 24;
/** The platform gives 100 at a time; the most whole pages in that. */
const largestPage = 96;

/**
 * A list that goes on as the viewer scrolls, or presses the button; says how far it is, and where
 * it ends.
 * @param {{ wall: HTMLElement, foot: HTMLElement, drawItem?: (item: any, index: number) =>
 *   HTMLElement, onPage?: (page: any, run: { shown: number, isFirst: boolean }) => void }} parts
 */
export function createEndlessList({
  wall,
  foot: place,
  drawItem = (item) => createPoster(item),
  onPage = () => {},
}) {
  let run;
  // By the viewer's own press, which may come while a page is on its way already.
  let isWanted = false;
  const foot = createListFoot(place, (isByHand) => void ask(isByHand));
  const add = ({ items, paging }, hasFocus) => {
    const { shown, isOver } = run;
    const entries = items.map((item, index) =>
      el('li', {}, drawItem(item, shown - items.length + index)),
    );
    wall.append(...entries);
    foot.count(shown, paging.resultcount, isOver);
    onPage({ items, paging }, { shown, isFirst: shown === items.length });
    if (hasFocus && (isWanted || isOver)) entries[0]?.querySelector('a').focus();
  };
  const ask = async (isByHand) => {
    const asked = run;
    isWanted = isByHand || (isWanted && Boolean(asked?.isBusy));
    if (!asked || asked.isBusy || asked.isOver) return;
    const hadFocus = foot.hasFocus();
    foot.wait();
    const clearGhosts = showGhosts(wall);
    try {
      const page = await asked.next();
      if (asked !== run) return;
      clearGhosts();
      add(page, hadFocus || foot.hasFocus());
    } catch (error) {
      if (asked !== run) return; // nobody waits for it
      clearGhosts();
      foot.fail(asked.shown ? 'The rest did not load' : 'This list did not load', error);
    }
    foot.settle(asked.isOver);
  };
  const begin = (next) => {
    run?.stop();
    run = next;
    wall.replaceChildren();
    wall.removeAttribute('aria-busy');
    foot.clear();
  };
  return {
    /** Shows nothing; what is under way ends. */
    clear: () => begin(undefined),
    /**
     * Shows another list in the place of this one, whose requests end.
     * @param {(from: { start: number, limit: number, signal: AbortSignal }) => AsyncIterator<any>}
     *   open
     * @param {{ shownBefore?: number, isSingle?: boolean }} [options] `shownBefore` asks for that
     *   many at first; `isSingle` for no more than one page
     * @returns {Promise<void>} when what is to be there at first is, or has failed
     */
    async show(open, { shownBefore = 0, isSingle = false } = {}) {
      const limit = Math.min(
        largestPage,
        Math.max(pageSize, Math.ceil(shownBefore / pageSize) * pageSize),
      );
      const own = createListRun(open, { limit, isSingle });
      begin(own);
      do await ask(false);
      while (own === run && own.shown < shownBefore && !own.isOver && !foot.hasFailed());
    },
  };
}

/** Places where posters will be; the way back takes them away. */
function showGhosts(wall) {
  const ghosts = Array.from({ length: 6 }, () => el('li', { 'data-ghost': '' }, createGhost()));
  wall.append(...ghosts);
  wall.setAttribute('aria-busy', 'true');
  return () => {
    for (const ghost of ghosts) ghost.remove();
    wall.removeAttribute('aria-busy');
  };
}
