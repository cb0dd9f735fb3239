import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';

/**
 * Two buttons that move a strip by what is seen of it. They are for the mouse: the keyboard goes
 * from link to link.
 */
export function createRowSteps(strip) {
  const forwards = () => (getComputedStyle(strip).direction === 'rtl' ? -1 : 1);
  const move = (direction) => () =>
    strip.scrollBy({ left: direction * forwards() * strip.clientWidth * 0.8 });
  const step = (name, direction) =>
    el(
      'button',
      {
        type: 'button',
        tabindex: '-1',
        'aria-hidden': 'true',
        title: direction < 0 ? 'Back' : 'On',
        onclick: move(direction),
      },
      icon(name),
    );
  const back = step('previous', -1);
  const on = step('next', 1);
  const element = el('div', { class: 'row-steps' }, back, on);
  const update = () => {
    element.hidden = strip.hidden;
    const at = Math.abs(strip.scrollLeft);
    back.disabled = at < 8;
    on.disabled = at + strip.clientWidth > strip.scrollWidth - 8;
  };
  strip.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(strip);
  return { element, update };
}
