import type { Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { answerPage, countItems, pageBounds, type PageRow } from './list-items.ts';
import { mediaFilter } from './media-filter.ts';

/** Where fewer than one of so many items are in question, drawing places would mostly miss. */
const rarest = 20;
/**
 * How many more places are drawn than should be needed: with fewer, too many draws would be for
 * nothing.
 */
const surplus = 1.5;

/**
 * Random items, another page at each call: every item in question is equally likely, and none comes
 * twice. Shuffling a hundred thousand takes long, so places in the catalogue are drawn, and what is
 * not in question is passed over; a draw that yields too few is not used at all.
 */
export async function random(call: Call): Promise<Answer> {
  const { start, limit } = pageBounds(call);
  const count = await countItems(call, { where: mediaFilter(call) });
  const wanted = Math.max(0, Math.min(limit, count - start));
  const drawn = wanted > 0 ? await drawPlaces(call, wanted, count) : [];
  return answerPage(
    call,
    drawn.length < wanted ? await shuffle(call, wanted) : drawn.slice(0, wanted),
    count,
  );
}

async function drawPlaces(call: Call, wanted: number, count: number): Promise<PageRow[]> {
  const last =
    (
      await queryOne<{ place: number | null }>(
        call.database,
        'select max(place) as place from items',
      )
    )?.place ?? 0;
  if (count * rarest < last) return [];
  const needed = Math.min(last, Math.ceil((wanted * last * surplus) / count) + rarest);
  const places = new Set<number>();
  while (places.size < needed) places.add(1 + Math.floor(Math.random() * last));
  const where = mediaFilter(call).and('place = any(?::int4[])', [...places]);
  const found = await call.database.query<{ gid: string; place: number }>(
    `select gid, place from items ${where.sql}`,
    where.parameters,
  );
  const gids = new Map(found.map(({ place, gid }) => [place, gid]));
  return [...places].flatMap((place) => {
    const gid = gids.get(place);
    return gid === undefined ? [] : { gid };
  });
}

function shuffle(call: Call, wanted: number): Promise<PageRow[]> {
  const where = mediaFilter(call);
  return call.database.query(
    `select gid from items ${where.sql} order by random() limit ${wanted}`,
    where.parameters,
  );
}
