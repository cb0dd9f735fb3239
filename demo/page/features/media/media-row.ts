import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { createGhost, createPoster } from './poster.ts';
import { createRowSteps } from './row-buttons.ts';
import { whenNear } from '../../ui/when-near.ts';

/**
 * Fills a section of the page with one list of items, when it comes near what is seen: placeholders
 * first, then posters, or words when there is nothing or it failed.
 * @param {HTMLElement} section has an `h2` and takes the rest
 * @param {{ load: (options: { signal: AbortSignal }) => Promise<{ items: any[] }>, ranked?:
 *   boolean, empty?: string }} list
 */
export function mountRow(section, { load, ranked = false, empty = 'Nothing is on here today.' }) {
  const strip = el('ul', { class: 'strip' });
  const steps = createRowSteps(strip);
  section.querySelector('.row-head').append(steps.element);
  section.append(strip);

  const show = (...content) => {
    section.querySelector('.row-note')?.remove();
    strip.replaceChildren(...content.map((each) => el('li', {}, each)));
    strip.hidden = content.length === 0;
    steps.update();
  };
  const note = (content) => {
    show();
    section.append(el('div', { class: 'row-note' }, content));
  };
  const fill = async () => {
    section.setAttribute('aria-busy', 'true');
    show(...Array.from({ length: 8 }, createGhost));
    try {
      const { items } = await load({ signal: untilLeft() });
      if (items.length) {
        show(...items.map((item, index) => createPoster(item, ranked ? { rank: index + 1 } : {})));
      } else note(el('p', { class: 'notice' }, empty));
    } catch (error) {
      if (error?.code !== 'aborted') {
        note(createFailureNotice('This row did not load', error, () => void fill()));
      }
    }
    section.removeAttribute('aria-busy');
  };

  show(...Array.from({ length: 8 }, createGhost));
  whenNear(section, () => void fill());
}

/**
 * Ends what is still being asked when the viewer goes; a page that comes back from the cache asks
 * again by its retry.
 */
function untilLeft() {
  const controller = new AbortController();
  window.addEventListener(
    'pagehide',
    (event) => {
      if (!event.persisted) controller.abort();
    },
    { once: true },
  );
  return controller.signal;
}
