/** The picture of a ranking, the highest first, as bars that lie; nothing where it is empty. */
export const rankPicture = (rows, picture) =>
  rows.length ? { ...picture, rows, shape: 'lying' } : undefined;
