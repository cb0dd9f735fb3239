import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';

/** The share of the visible width that one step moves. */
const stepShare = 0.8;
/** The share of an entry that is visible when it is at the edge: positions are rounded. */
const wholeShare = 0.95;

export interface RowButtons {
  readonly element: HTMLElement;
  /** To be called when the row has other entries. */
  readonly update: () => void;
}

/**
 * Two buttons that scroll a row by what is visible of it; one that has nowhere to go is disabled.
 * They are for the mouse: the keyboard goes from link to link.
 */
export function createRowButtons(row: HTMLElement): RowButtons {
  const scroll = (steps: number): void => {
    const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    row.scrollBy({ left: steps * sign * row.clientWidth * stepShare });
  };
  const previous = createButton('previous', 'Back', () => scroll(-1));
  const next = createButton('next', 'On', () => scroll(1));
  const element = el('div', { class: 'row-steps' }, previous, next);
  // The browser says where the ends are, once it has laid out the page: to ask it costs a layout.
  const ends = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        const isWhole = intersectionRatio >= wholeShare;
        if (target === row.firstElementChild) previous.disabled = isWhole;
        if (target === row.lastElementChild) next.disabled = isWhole;
      }
    },
    { root: row, threshold: wholeShare },
  );
  const update = (): void => {
    element.hidden = row.hidden;
    ends.disconnect();
    for (const end of [row.firstElementChild, row.lastElementChild]) if (end) ends.observe(end);
  };
  return { element, update };
}

const createButton = (
  name: 'previous' | 'next',
  title: string,
  onclick: () => void,
): HTMLButtonElement =>
  el(
    'button',
    { type: 'button', tabindex: '-1', 'aria-hidden': 'true', title, onclick },
    icon(name),
  );
