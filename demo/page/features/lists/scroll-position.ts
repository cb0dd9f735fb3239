/**
 * How long the viewer does not scroll before their position is noted, in ms: browsers limit how
 * often the history may change.
 */
const pauseMs = 200;

/** What an entry of the history notes of a list. */
interface NotedPosition {
  /** How many items were shown. */
  readonly shown?: number;
  /** The item at the top of the window, and its distance from there in px. */
  readonly gid?: string | undefined;
  readonly offset?: number | undefined;
  readonly y?: number;
  /** The item that had the focus. */
  readonly focused?: string | undefined;
}

export interface ScrollPosition {
  /** How many items were shown when the viewer left; 0 when they have not been here. */
  readonly shownBefore: () => number;
  readonly noteShown: (shown: number) => void;
  /** Goes back to where the viewer was, once what was shown is there again. */
  readonly restore: () => void;
}

/**
 * Notes the viewer's position in a list in the entry of the history, so that the way back leads to
 * it.
 * @param list each entry holds an element with `data-gid`
 */
export function createScrollPosition(list: HTMLElement): ScrollPosition {
  history.scrollRestoration = 'manual'; // the items come later
  let timer: number | undefined;
  const note = (more: NotedPosition = {}): void => {
    clearTimeout(timer);
    if (!list.childElementCount) return;
    const top = [...list.querySelectorAll<HTMLElement>('[data-gid]')].find(
      (element) => element.getBoundingClientRect().bottom > 0,
    );
    writePosition({
      gid: top?.dataset['gid'],
      offset: top?.getBoundingClientRect().top,
      y: scrollY,
      ...more,
    });
  };
  const onScroll = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(note, pauseMs);
  };
  addEventListener('scroll', onScroll, { passive: true });
  list.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-gid]') : null;
    note({ focused: link?.matches(':focus-visible') ? link.dataset['gid'] : undefined });
  });
  return {
    shownBefore: () => Number(readPosition().shown) || 0,
    noteShown: (shown) => writePosition({ shown }),
    restore: () => restore(list, readPosition()),
  };
}

function restore(list: HTMLElement, { gid, offset = 0, y = 0, focused }: NotedPosition): void {
  const top = y > 0 ? findItem(list, gid) : null;
  if (top) scrollBy({ top: top.getBoundingClientRect().top - offset, behavior: 'instant' });
  findItem(list, focused)?.focus({ preventScroll: true });
}

const findItem = (list: HTMLElement, gid: string | undefined): HTMLElement | null =>
  gid ? list.querySelector<HTMLElement>(`[data-gid="${CSS.escape(gid)}"]`) : null;

// Only this file writes the state of an entry.
const readPosition = (): NotedPosition => (history.state as NotedPosition | null) ?? {};

const writePosition = (position: NotedPosition): void =>
  history.replaceState({ ...readPosition(), ...position }, '');
