import { pageDefaults } from './page-defaults.ts';

/** The panels of the page: each tells whether it says what becomes of a purchase. */
export const speakers = (): Set<(id: string) => boolean> => (pageDefaults().speakers ??= new Set());
