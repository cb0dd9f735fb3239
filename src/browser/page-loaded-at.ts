/** When the page began to load: wall time in ms. */
export const pageLoadedAt = (): number => performance.timeOrigin;
