import { isSet, numberOf, textOf, type Call } from '../call.ts';
import { namesOfDomain } from '../tenants/domain.ts';
import { isStorableId } from '../wire/id.ts';
import { createWhere, type Where } from './where.ts';

/**
 * The conditions that every all-media call shares: what the domain may see, and the standard
 * parameters.
 */
export function mediaFilter(call: Call): Where {
  const where = createWhere()
    .and('only_domains is null or only_domains && ?::int8[]', namesOfDomain(call.domain.id))
    .and('published <= ?::timestamptz', call.now());
  const list = (field: string): string[] | undefined => textOf(call, field)?.split(',');
  const streamtypes = list('selectedStreamtypes');
  if (streamtypes) where.and('streamtype = any(?::text[])', streamtypes);
  for (const [field, condition] of [
    ['createdAfter', 'uploaded > to_timestamp(?)'],
    ['modifiedAfter', 'modified > to_timestamp(?)'],
    ['publishedAfter', 'published > to_timestamp(?)'],
  ] as const) {
    const seconds = numberOf(call, field);
    if (seconds !== undefined) where.and(condition, seconds);
  }
  for (const [field, condition] of [
    ['minDuration', 'duration_seconds >= ?'],
    ['maxDuration', 'duration_seconds <= ?'],
    ['minAge', 'age >= ?'],
    ['maxAge', 'age <= ?'],
  ] as const) {
    const bound = numberOf(call, field);
    if (bound !== undefined) where.and(`${condition}::float8`, bound);
  }
  for (const [field, column] of [
    ['channel', 'channel_id'],
    ['format', 'format_id'],
  ] as const) {
    const id = textOf(call, field);
    if (id !== undefined) where.and(`${column} = ?::int8`, isStorableId(id) ? id : null);
  }
  const genre = textOf(call, 'genre');
  if (genre !== undefined) where.and('lower(genre) = lower(?) or genre_code = lower(?)', genre);
  if (isSet(call, 'onlyFree')) where.and('not pay');
  if (isSet(call, 'onlyPay')) where.and('pay');
  const excluded = list('excludeItems')?.filter(isStorableId);
  if (excluded) where.and('items.gid <> all(?::int8[]) and items.id <> all(?::int8[])', excluded);
  return where;
}
