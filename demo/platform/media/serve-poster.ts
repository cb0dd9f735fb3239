import type { Context } from 'hono';
import { queryOne, type Database } from '../database/database.ts';
import { isStorableId } from '../wire/id.ts';
import { drawPoster, type PosterSubject } from './poster.ts';

/** The poster of an item, as a picture that runs nothing and fetches nothing. */
export async function servePoster(context: Context, database: Database): Promise<Response> {
  const gid = (context.req.param('name') ?? '').replace(/\.svg$/, '');
  const subject =
    isStorableId(gid) &&
    (await queryOne<PosterSubject>(
      database,
      'select gid, title, subtitle, genre, streamtype from items where gid = $1',
      [gid],
    ));
  if (!subject) return context.notFound();
  return new Response(drawPoster(subject), {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'Content-Security-Policy': "default-src 'none'",
    },
  });
}
