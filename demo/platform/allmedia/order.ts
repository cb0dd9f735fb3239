import { textOf, type Call } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';

/**
 * What lists can be ordered by; texts by their characters, so that every server orders alike. Each
 * has its index.
 */
const columns: Readonly<Record<string, string>> = {
  ID: 'id',
  GID: 'gid',
  title: 'title_order',
  subtitle: 'subtitle_order',
  streamtype: 'streamtype collate "C"',
  genre: 'genre collate "C"',
  created: 'uploaded',
  uploaded: 'uploaded',
  modified: 'modified',
  published: 'published',
  released: 'released',
  runtime: 'duration_seconds',
  duration: 'duration_seconds',
  rating: 'rating',
  votes: 'votes',
  age: 'age',
};
/** What not every item has; those without come last in either direction. */
const optional = new Set(['released', 'rating', 'votes']);

/**
 * The latest upload first; items of the same moment in the order of their IDs, so that pages never
 * overlap.
 */
export const latestFirst = 'uploaded desc, items.gid';

/** The order that a call asks for; the latest first when it asks for none. */
export function mediaOrder(call: Call): string {
  const [by, dir] = [textOf(call, 'orderBy') ?? 'uploaded', textOf(call, 'orderDir')];
  if (!Object.hasOwn(columns, by)) {
    throw new Refusal(
      400,
      `orderBy must be one of ${Object.keys(columns).join(', ')}, not "${by.slice(0, 80)}"`,
    );
  }
  const direction =
    dir === 'DESC' || (dir === undefined && textOf(call, 'orderBy') === undefined) ? 'desc' : 'asc';
  const column = columns[by]!;
  if (column === 'uploaded') return direction === 'desc' ? latestFirst : 'uploaded, items.gid desc';
  // The ID goes the same way: one index then serves both directions.
  return `${by === 'GID' ? '' : `${column} ${direction}${optional.has(by) ? ' nulls last' : ''}, `}items.gid ${direction}`;
}
