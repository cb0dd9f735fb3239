import type { Database } from '../database/database.ts';
import { makeAudioItems } from './audio-items.ts';
import { makeCollections } from './collections.ts';
import { makeCompanions } from './companion-items.ts';
import { filmItem, filmReferences } from './film-item.ts';
import { readFilms, type Film } from './films.ts';
import { insertItems, insertLookups, insertParts, insertReferences } from './insert.ts';
import { makeLongIdItems } from './long-id-items.ts';
import { makeSearchTexts } from './search-texts.ts';

/** The first upload; each later release was uploaded so many days after the one before. */
const firstUpload = Date.UTC(2014, 0, 6, 8);
const uploadStepMs = 4 * 86_400_000;
/** Films, series, playlists, audio items and items with long IDs, before any companion. */
const ownItems = 1116;

/**
 * Fills an empty catalogue: the films with all they refer to, the series, playlists and audio items
 * made of them, so many companions, and the items of test domains.
 */
export async function fillCatalogue(database: Database, companions = 0): Promise<void> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
    'select count(*)::int4 as count from items',
  );
  if (count > 0) return;
  const films = await readFilms();
  const studios = [...new Set(films.flatMap((film) => film.distributor ?? []))].sort();
  const studioOf = (film: Film): string | null =>
    film.distributor === null ? null : String(501 + studios.indexOf(film.distributor));
  const uploads = uploadDates(films);
  const withItems = films.map((film, index) => ({
    film,
    item: filmItem(film, index, uploads[index]!, studioOf(film)),
  }));
  const made = [
    makeCollections(withItems),
    makeAudioItems(withItems),
    makeCompanions(withItems, companions),
    makeLongIdItems(),
  ];
  await database.transaction(async (within) => {
    await insertLookups(
      within,
      studios.map((title, index) => ({ id: String(501 + index), title })),
    );
    await insertItems(within, [
      ...withItems.map(({ item }) => item),
      ...made.flatMap(({ items }) => items),
    ]);
    const ofFilms = withItems.flatMap(({ film, item }) => filmReferences(film, item.gid));
    await insertReferences(within, [...ofFilms, ...made.flatMap(({ references }) => references)]);
    await insertParts(
      within,
      made.flatMap(({ parts }) => parts),
    );
    await makeAwards(within);
    // Else joins are planned as if they were empty.
    await within.query('analyze items, item_terms, terms');
    await makeSearchTexts(within);
    await within.query('analyze item_texts');
  });
}

/**
 * Fills an empty catalogue with so many items in all, and readies it for them: counts are read from
 * indexes only where the database knows what is in use.
 */
export async function fillLargeCatalogue(database: Database, items: number): Promise<void> {
  await fillCatalogue(database, items - ownItems);
  await database.script('vacuum analyze');
}

/** Uploads follow the order of release. */
function uploadDates(films: readonly Film[]): Date[] {
  const order = films
    .map((_, index) => index)
    .sort((a, b) => films[a]!.released.localeCompare(films[b]!.released) || a - b);
  const dates: Date[] = [];
  for (const [rank, index] of order.entries()) {
    dates[index] = new Date(firstUpload + rank * uploadStepMs);
  }
  return dates;
}

/** The source knows no awards; these are what its ratings and votes would earn. */
async function makeAwards(database: Database): Promise<void> {
  await database.query(
    `insert into awards (gid, title) select gid, 'Audience Rating Award' from items where rating >= 8.5 and votes >= 1000`,
  );
  await database.query(
    `insert into awards (gid, title) select gid, 'Most Voted of the Catalogue' from items where votes >= 300000`,
  );
}
