import { pageDefaults } from './page-defaults.ts';

/** A function of each panel of the page: whether the panel announces the news of a purchase. */
export const speakers = (): Set<(id: string) => boolean> => (pageDefaults().speakers ??= new Set());
