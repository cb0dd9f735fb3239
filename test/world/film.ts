/** The global ID of item 7, the film that players play. The platform gives its file. */
export const globalIdOfFilm = 107;

/** The item that a call names: by its own ID, or by its global ID. */
export const itemNamed = (item: string | null, streamtype: string | null): string | null =>
  streamtype === 'allmedia' && item === String(globalIdOfFilm) ? '7' : item;
