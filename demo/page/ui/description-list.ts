import { el, type Child } from './dom.ts';

/** Names and values as a list; those without a value are left out. */
export const createDescriptionList = (
  rows: readonly (readonly [name: string, value: Child])[],
): HTMLDListElement =>
  el(
    'dl',
    {},
    ...rows.flatMap(([name, value]) => (value ? [el('dt', {}, name), el('dd', {}, value)] : [])),
  );
