import { inBulk } from '../database/bulk.ts';
import type { Database } from '../database/database.ts';

/**
 * Enough to build a search index of a hundred thousand items in memory; the default of 64 MB
 * spills.
 */
const buildMemory = '256MB';

/**
 * Makes what is searched of every item: its own texts, the names of what it refers to but files,
 * and its studio's.
 */
export async function makeSearchTexts(database: Database): Promise<void> {
  await database.query(`select set_config('maintenance_work_mem', '${buildMemory}', true)`);
  await inBulk(database, 'item_texts', async () => {
    await database.query(`
      insert into item_texts (gid, haystack, words, stems)
      select gid, haystack, to_tsvector('simple', haystack),
        setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', subtitle), 'B') || setweight(to_tsvector('english', haystack), 'D')
      from (
        select items.gid, items.title, subtitle, lower(concat_ws(' ', items.title, subtitle, description, genre, refnr, slug, names, studios.title)) as haystack
        from items
        left join studios on studios.id = studio_id
        left join (
          select gid, string_agg(distinct terms.title, ' ') as names from item_terms join terms on terms.id = term_id where kind <> 'file' group by gid
        ) as referred on referred.gid = items.gid
      ) as made`);
  });
}
