import { readFile } from 'node:fs/promises';

/**
 * A film as `demo/data/films.json` has it; where it comes from is said in `demo/data/README.md`.
 */
export interface Film {
  readonly title: string;
  /** YYYY-MM-DD */
  readonly released: string;
  readonly runtimeMin: number;
  readonly genre: string;
  readonly creativeType: string | null;
  readonly source: string | null;
  readonly director: string;
  readonly distributor: string | null;
  readonly ageRating: string | null;
  readonly rating: number | null;
  readonly votes: number | null;
}

/** Titles that the source has misspelt or in broken characters. */
const corrections: Readonly<Record<string, string>> = {
  "Le Fabuleux destin d'AmÈlie Poulain": "Le fabuleux destin d'Amélie Poulain",
  'DÈj‡ Vu': 'Déjà Vu',
  'The Forgotton': 'The Forgotten',
};

/** Reads the films, in the order of the file, which is what their IDs go by. */
export async function readFilms(): Promise<Film[]> {
  const films = JSON.parse(
    await readFile(new URL('../../data/films.json', import.meta.url), 'utf8'),
  ) as Film[];
  return films.map((film) => ({ ...film, title: corrections[film.title] ?? film.title }));
}
