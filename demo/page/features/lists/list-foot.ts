import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';

/**
 * So many pages come by themselves while the viewer scrolls; then the button asks, so that the foot
 * of the page can be reached.
 */
const pagesByThemselves = 4;
/** They come when the end is this close to what is seen. */
const margin = '400px';

/**
 * The foot of a list: how far it is, the button for more, and what went wrong. `ask` is called when
 * the viewer presses it, or comes near.
 * @param {HTMLElement} place
 * @param {(isByHand: boolean) => void} ask
 */
export function createListFoot(place, ask) {
  const trouble = el('div', { class: 'list-trouble' });
  const count = el('p', { role: 'status', 'data-shown': '' });
  const more = el(
    'button',
    { type: 'button', class: 'button', 'data-more': '', hidden: true },
    'Show more',
  );
  place.append(trouble, count, more);
  let byThemselves = 0;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || byThemselves >= pagesByThemselves) {
        return;
      }
      byThemselves++;
      ask(false);
    },
    { rootMargin: margin },
  );
  more.addEventListener('click', () => {
    byThemselves = 0;
    ask(true);
  });
  return {
    hasFocus: () => document.activeElement === more || trouble.contains(document.activeElement),
    hasFailed: () => trouble.childElementCount > 0,
    clear() {
      byThemselves = 0;
      trouble.replaceChildren();
      more.hidden = true;
      count.textContent = '';
    },
    wait() {
      trouble.replaceChildren();
      more.textContent = 'Loading …';
    },
    count(shown, resultcount, isOver) {
      count.textContent = !shown
        ? ''
        : isOver
          ? `That is all: ${shown} of ${shown}`
          : `${shown} of ${resultcount} shown`;
    },
    fail: (title, error) =>
      trouble.replaceChildren(createFailureNotice(title, error, () => ask(true))),
    /**
     * Offers more, where there is more; looks anew whether it is near, since what stays in sight is
     * told of once only.
     */
    settle(isOver) {
      more.textContent = 'Show more';
      more.hidden = isOver || trouble.childElementCount > 0;
      observer.disconnect();
      if (!more.hidden) observer.observe(more);
    },
  };
}
