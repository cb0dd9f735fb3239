/**
 * How long the viewer rests before their place is noted, in ms: browsers allow so many entries of
 * the history only.
 */
const restMs = 200;

/**
 * Keeps the viewer's place in a list with the entry of the history: how much was shown, which item
 * stood at the top, and which had the focus. Who comes back finds it.
 * @param {HTMLElement} wall the list; each entry holds an element with `data-gid`
 */
export function createListPlace(wall) {
  history.scrollRestoration = 'manual'; // what is to be scrolled to comes later
  let timer;
  const note = (more = {}) => {
    clearTimeout(timer);
    if (!wall.childElementCount) return;
    const top = [...wall.querySelectorAll('[data-gid]')].find(
      (element) => element.getBoundingClientRect().bottom > 0,
    );
    history.replaceState(
      {
        ...history.state,
        gid: top?.dataset.gid,
        offset: top?.getBoundingClientRect().top,
        y: scrollY,
        ...more,
      },
      '',
    );
  };
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(note, restMs);
    },
    { passive: true },
  );
  wall.addEventListener('click', ({ target }) => {
    const link = target.closest('[data-gid]');
    note({ focused: link?.matches(':focus-visible') ? link.dataset.gid : undefined });
  });
  return {
    /** How many were shown when the viewer left; 0 when they have not been here. */
    shownBefore: () => Number(history.state?.shown) || 0,
    noteShown: (shown) => history.replaceState({ ...history.state, shown }, ''),
    /** Goes back to where the viewer was, once what was shown is there again. */
    restore() {
      const { gid, offset, y, focused } = history.state ?? {};
      const find = (id) => id && wall.querySelector(`[data-gid="${CSS.escape(id)}"]`);
      const top = y > 0 && find(gid);
      if (top) scrollBy({ top: top.getBoundingClientRect().top - offset, behavior: 'instant' });
      find(focused)?.focus({ preventScroll: true });
    },
  };
}
