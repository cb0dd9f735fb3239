import { html, render, type TemplateResult } from 'lit/html.js';
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
  const element = document.createElement('div');
  element.className = 'row-steps';
  let isAtStart = false;
  let isAtEnd = false;
  const draw = (): void => {
    render(
      html`${stepButton('previous', 'Back', isAtStart, () => scroll(-1))}
      ${stepButton('next', 'On', isAtEnd, () => scroll(1))}`,
      element,
    );
  };
  draw();
  // The browser says where the ends are, once it has laid out the page: to ask it costs a layout.
  const ends = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        const isWhole = intersectionRatio >= wholeShare;
        if (target === row.firstElementChild) isAtStart = isWhole;
        if (target === row.lastElementChild) isAtEnd = isWhole;
      }
      draw();
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

const stepButton = (
  name: 'previous' | 'next',
  title: string,
  isDisabled: boolean,
  scroll: () => void,
): TemplateResult =>
  html`<button
    type="button"
    tabindex="-1"
    aria-hidden="true"
    title=${title}
    ?disabled=${isDisabled}
    @click=${scroll}
  >
    ${icon(name)}
  </button>`;
