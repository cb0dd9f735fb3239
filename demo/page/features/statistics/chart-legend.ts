import { el } from '../../ui/dom.ts';

/**
 * Which line or bar is which; a picture of one thing alone needs no such words. The table has the
 * same names for those who do not see.
 */
export function createLegend({ shape, columns }) {
  const drawn = columns.filter(({ drawn: how }) => how);
  if (drawn.length < 2) return [];
  return drawn.map(({ title, drawn: how }) =>
    el('span', {}, el('span', { class: `key ${how} ${shape === 'line' ? 'line' : 'bar'}` }), title),
  );
}
