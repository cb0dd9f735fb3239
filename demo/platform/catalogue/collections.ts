import type { Film } from './films.ts';
import { franchiseOf } from './franchises.ts';
import { createItem, type NewItem, type NewPart, type NewReference } from './item.ts';

export interface FilmWithItem {
  readonly film: Film;
  readonly item: NewItem;
}

export interface Made {
  readonly items: NewItem[];
  readonly references: NewReference[];
  readonly parts: NewPart[];
}

/** A director with fewer films than this gets no playlist. */
const fewestFilms = 4;

/**
 * A series for each franchise and a playlist for each director of several films. Their parts are in
 * the order of release.
 */
export function makeCollections(films: readonly FilmWithItem[]): Made {
  const made: Made = { items: [], references: [], parts: [] };
  const byFranchise = groupBy(films, ({ film }) => franchiseOf(film.title));
  const byDirector = groupBy(films, ({ film }) => film.director);
  let number = 0;
  for (const [title, parts] of byFranchise) {
    if (parts.length < 2) continue;
    const gid = addCollection(made, 'series', ++number, title, `${parts.length} films`, parts);
    made.references.push({ gid, kind: 'show', title, role: 'whole' });
  }
  number = 0;
  for (const [director, parts] of byDirector) {
    if (parts.length < fewestFilms) continue;
    const gid = addCollection(
      made,
      'playlist',
      ++number,
      `Films by ${director}`,
      `${parts.length} films`,
      parts,
    );
    made.references.push({ gid, kind: 'person', title: director, role: 'director' });
  }
  return made;
}

function addCollection(
  made: Made,
  streamtype: 'series' | 'playlist',
  number: number,
  title: string,
  subtitle: string,
  films: readonly FilmWithItem[],
): string {
  const items = films
    .map(({ item }) => item)
    .sort((a, b) => a.released!.localeCompare(b.released!));
  const gid = String((streamtype === 'series' ? 5_100_000 : 5_200_000) + number);
  const uploaded = new Date(Date.parse(items.at(-1)!.uploaded) + 3_600_000);
  made.items.push({
    ...createItem(
      streamtype,
      gid,
      String((streamtype === 'series' ? 3_100 : 4_200) + number),
      title,
      uploaded,
    ),
    subtitle,
    description: `${items.map((item) => item.title).join(', ')}.`,
    genre: items[0]!.genre,
    genre_code: items[0]!.genre_code,
    content_type: streamtype,
    duration_seconds: items.reduce((sum, item) => sum + item.duration_seconds, 0),
    for_kids: items.every((item) => item.for_kids),
    age: Math.max(...items.map((item) => item.age)),
    format_id: streamtype === 'series' ? '5' : '6',
  });
  for (const [position, item] of items.entries()) {
    made.parts.push({ gid, part_gid: item.gid, position });
  }
  return gid;
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key) ?? [];
    groups.set(key, [...group, one]);
  }
  return groups;
}
