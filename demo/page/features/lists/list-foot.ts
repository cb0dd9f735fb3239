import { html, nothing, render } from 'lit/html.js';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { getElement } from '../../ui/get-element.ts';

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
  /** @param hasItems some of the list are shown */
  readonly fail: (hasItems: boolean, error: unknown) => void;
  /** Offers more, where there is more. */
  readonly settle: (isOver: boolean) => void;
}

const foot = html`<div class="list-trouble"></div>
  <p role="status" data-shown></p>
  <button type="button" class="button" data-more hidden>Show more</button>`;

/**
 * The foot of a list: how far it is, the button for more, and what went wrong.
 * @param loadMore called when the viewer presses the button, or comes near the end
 */
export function createListFoot(
  container: HTMLElement,
  loadMore: (isByHand: boolean) => void,
): ListFoot {
  render(foot, container);
  const problem = getElement('.list-trouble', container);
  const count = getElement('[data-shown]', container);
  const more = getElement('[data-more]', container);
  const loading = createLoading(more, loadMore);
  const hasFailed = (): boolean => problem.childElementCount > 0;
  return {
    hasFocus: () => document.activeElement === more || problem.contains(document.activeElement),
    hasFailed,
    clear() {
      loading.restart();
      render(nothing, problem);
      more.hidden = true;
      count.textContent = '';
    },
    wait() {
      render(nothing, problem);
      more.textContent = 'Loading …';
    },
    count(shown, resultcount, isOver) {
      count.textContent = countText(shown, resultcount, isOver);
    },
    fail(hasItems, error) {
      render(
        createProblem(hasItems, error, () => loadMore(true)),
        problem,
      );
    },
    settle(isOver) {
      more.textContent = 'Show more';
      more.hidden = isOver || hasFailed();
      loading.observe();
    },
  };
}

/** Loads more by the button, and by itself where it comes near. */
interface Loading {
  /** Pages load by themselves again. */
  readonly restart: () => void;
  /** Looks again whether the button is near: a button that stays near is reported only once. */
  readonly observe: () => void;
}

function createLoading(more: HTMLElement, loadMore: (isByHand: boolean) => void): Loading {
  let automatic = 0;
  const restart = (): void => {
    automatic = 0;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const isNear = entries.some((entry) => entry.isIntersecting);
      if (!isNear || automatic >= automaticPages) return;
      automatic += 1;
      loadMore(false);
    },
    { rootMargin: margin },
  );
  more.addEventListener('click', () => {
    restart();
    loadMore(true);
  });
  return {
    restart,
    observe() {
      observer.disconnect();
      if (!more.hidden) observer.observe(more);
    },
  };
}

const createProblem = (hasItems: boolean, error: unknown, retry: () => void): HTMLElement =>
  createFailureNotice(
    hasItems ? 'The rest did not load' : 'This list did not load',
    error,
    retry,
    'h2',
  );

function countText(shown: number, resultcount: number, isOver: boolean): string {
  if (!shown) return '';
  return isOver ? `That is all: ${shown} of ${shown}` : `${shown} of ${resultcount} shown`;
}
