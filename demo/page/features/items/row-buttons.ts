import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';

/** The share of the visible width that one step moves. */
const stepShare = 0.8;
/** From the end of the row, in px: scroll positions are rounded. */
const endPx = 8;

export interface RowButtons {
  readonly element: HTMLElement;
  /** Enables the buttons that have somewhere to go. */
  readonly update: () => void;
}

/**
 * Two buttons that scroll a row by what is visible of it. They are for the mouse: the keyboard goes
 * from link to link.
 */
export function createRowButtons(row: HTMLElement): RowButtons {
  const scroll = (steps: number): void => {
    const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    row.scrollBy({ left: steps * sign * row.clientWidth * stepShare });
  };
  const previous = createButton('previous', 'Back', () => scroll(-1));
  const next = createButton('next', 'On', () => scroll(1));
  const element = el('div', { class: 'row-steps' }, previous, next);
  const update = (): void => {
    element.hidden = row.hidden;
    const at = Math.abs(row.scrollLeft);
    previous.disabled = at < endPx;
    next.disabled = at + row.clientWidth > row.scrollWidth - endPx;
  };
  row.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(row);
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
