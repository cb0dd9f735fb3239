import type { System, SystemEntry } from 'usher-runtime';

/** A genre of the platform's. */
export interface Genre {
  readonly code: string;
  readonly title: string;
}

/** The platform's genres, of films and of talks. */
export async function fetchGenres(
  system: () => Promise<System>,
): Promise<{ readonly films: readonly Genre[]; readonly talks: readonly Genre[] }> {
  const lists = await system();
  const [films, talks] = await Promise.all([lists.videogenres(), lists.audiogenres()]);
  return { films: films.map(genreOf), talks: talks.map(genreOf) };
}

const genreOf = ({ code = '', title }: SystemEntry): Genre => ({ code, title });
