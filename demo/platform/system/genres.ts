import type { Handler } from '../call.ts';

export const videoGenres: Handler = genresOf('video');
export const audioGenres: Handler = genresOf('audio');

/** The genres that the catalogue has for a streamtype. */
function genresOf(streamtype: 'video' | 'audio'): Handler {
  return async ({ database }) => ({
    result: await database.query(
      `select distinct genre_code as code, genre as title from items where streamtype = '${streamtype}' order by title`,
    ),
  });
}
