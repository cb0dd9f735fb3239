import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';

/**
 * How many pages load by themselves while the viewer scrolls. Then the button asks, so that the
 * foot of the page can be reached.
 */
const automaticPages = 4;
/** How far from the visible part of the page the end of the list loads more. */
const margin = '400px';

export interface ListFoot {
  readonly hasFocus: () => boolean;
  readonly hasFailed: () => boolean;
  readonly clear: () => void;
  /** More is being loaded. */
  readonly wait: () => void;
  readonly count: (shown: number, resultcount: number, isOver: boolean) => void;
  readonly fail: (title: string, error: unknown) => void;
  /** Offers more, where there is more. */
  readonly settle: (isOver: boolean) => void;
}

/**
 * The foot of a list: how far it is, the button for more, and what went wrong.
 * @param loadMore called when the viewer presses the button, or comes near the end
 */
export function createListFoot(
  container: HTMLElement,
  loadMore: (isByHand: boolean) => void,
): ListFoot {
  const problem = el('div', { class: 'list-trouble' });
  const count = el('p', { role: 'status', 'data-shown': '' });
  const more = el(
    'button',
    { type: 'button', class: 'button', 'data-more': '', hidden: true },
    'Show more',
  );
  container.append(problem, count, more);
  let automatic = 0;
  const observer = new IntersectionObserver(
    (entries) => {
      const isNear = entries.some((entry) => entry.isIntersecting);
      if (!isNear || automatic >= automaticPages) return;
      automatic++;
      loadMore(false);
    },
    { rootMargin: margin },
  );
  more.addEventListener('click', () => {
    automatic = 0;
    loadMore(true);
  });
  return {
    hasFocus: () => document.activeElement === more || problem.contains(document.activeElement),
    hasFailed: () => problem.childElementCount > 0,
    clear() {
      automatic = 0;
      problem.replaceChildren();
      more.hidden = true;
      count.textContent = '';
    },
    wait() {
      problem.replaceChildren();
      more.textContent = 'Loading …';
    },
    count(shown, resultcount, isOver) {
      count.textContent = countText(shown, resultcount, isOver);
    },
    fail: (title, error) =>
      problem.replaceChildren(createFailureNotice(title, error, () => loadMore(true), 'h2')),
    settle(isOver) {
      more.textContent = 'Show more';
      more.hidden = isOver || problem.childElementCount > 0;
      // An element that stays near is reported only once: observing it again asks anew.
      observer.disconnect();
      if (!more.hidden) observer.observe(more);
    },
  };
}

function countText(shown: number, resultcount: number, isOver: boolean): string {
  if (!shown) return '';
  return isOver ? `That is all: ${shown} of ${shown}` : `${shown} of ${resultcount} shown`;
}
