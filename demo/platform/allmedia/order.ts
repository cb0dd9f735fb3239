import { textOf } from '../call.ts';
import type { Call } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';

/** What lists can be ordered by; texts by their characters, so that every server orders alike. */
const columns: Readonly<Record<string, string>> = {
  ID: 'id', GID: 'gid', title: 'lower(title) collate "C"', subtitle: 'lower(subtitle) collate "C"', streamtype: 'streamtype collate "C"', genre: 'genre collate "C"', created: 'uploaded',
  uploaded: 'uploaded', modified: 'modified', published: 'published', released: 'released', runtime: 'duration_seconds',
  duration: 'duration_seconds', rating: 'rating', votes: 'votes', age: 'age',
};

/** The latest upload first; items of the same moment in the order of their IDs, so that pages never overlap. */
export const latestFirst = 'uploaded desc, gid';

/** The order that a call asks for; the latest first when it asks for none. */
export function mediaOrder(call: Call): string {
  const by = textOf(call, 'orderBy');
  if (by === undefined) return textOf(call, 'orderDir') === 'ASC' ? 'uploaded, gid' : latestFirst;
  if (!Object.hasOwn(columns, by)) throw new Refusal(400, `orderBy must be one of ${Object.keys(columns).join(', ')}, not "${by.slice(0, 80)}"`);
  return `${columns[by]} ${textOf(call, 'orderDir') === 'DESC' ? 'desc' : 'asc'} nulls last, gid`;
}
