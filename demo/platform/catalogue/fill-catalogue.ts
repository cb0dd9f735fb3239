import type { Database } from '../database/database.ts';
import { makeAudioItems } from './audio-items.ts';
import { makeCollections } from './collections.ts';
import { filmItem, filmReferences } from './film-item.ts';
import { readFilms } from './films.ts';
import type { Film } from './films.ts';
import { insertItems, insertLookups, insertParts, insertReferences } from './insert.ts';

/** The first upload; each later release was uploaded so many days after the one before. */
const firstUpload = Date.UTC(2014, 0, 6, 8);
const uploadStepMs = 4 * 86_400_000;

/** Fills an empty catalogue: the films with all they refer to, and the series, playlists and audio items made of them. */
export async function fillCatalogue(database: Database): Promise<void> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>('select count(*)::int4 as count from items');
  if (count > 0) return;
  const films = await readFilms();
  const studios = [...new Set(films.flatMap((film) => film.distributor ?? []))].sort();
  const studioOf = (film: Film): string | null => (film.distributor === null ? null : String(501 + studios.indexOf(film.distributor)));
  const uploads = uploadDates(films);
  const withItems = films.map((film, index) => ({ film, item: filmItem(film, index, uploads[index]!, studioOf(film)) }));
  const collections = makeCollections(withItems);
  const audio = makeAudioItems(withItems);
  await database.transaction(async (within) => {
    await insertLookups(within, studios.map((title, index) => ({ id: String(501 + index), title })));
    await insertItems(within, [...withItems.map(({ item }) => item), ...collections.items, ...audio.items]);
    const ofFilms = withItems.flatMap(({ film, item }) => filmReferences(film, item.gid));
    await insertReferences(within, [...ofFilms, ...collections.references, ...audio.references]);
    await insertParts(within, collections.parts);
    await makeAwards(within);
    await makeSearchColumns(within);
    await within.query('analyze items'); // else joins are planned as if it were empty
  });
}

/** Uploads follow the order of release. */
function uploadDates(films: readonly Film[]): Date[] {
  const order = films.map((_, index) => index).sort((a, b) => films[a]!.released.localeCompare(films[b]!.released) || a - b);
  const dates: Date[] = [];
  for (const [rank, index] of order.entries()) dates[index] = new Date(firstUpload + rank * uploadStepMs);
  return dates;
}

/** The source knows no awards; these are what its ratings and votes would earn. */
async function makeAwards(database: Database): Promise<void> {
  await database.query(`insert into awards (gid, title) select gid, 'Audience Rating Award' from items where rating >= 8.5 and votes >= 1000`);
  await database.query(`insert into awards (gid, title) select gid, 'Most Voted of the Catalogue' from items where votes >= 300000`);
}

async function makeSearchColumns(database: Database): Promise<void> {
  await database.query(`
    update items set haystack = lower(concat_ws(' ', title, subtitle, description, genre, refnr, slug,
      (select string_agg(distinct terms.title, ' ') from item_terms join terms on terms.id = term_id where item_terms.gid = items.gid and kind <> 'file'),
      (select studios.title from studios where studios.id = studio_id)))`);
  await database.query(`
    update items set words = to_tsvector('simple', haystack),
      stems = setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', subtitle), 'B') || setweight(to_tsvector('english', haystack), 'D')`);
}
