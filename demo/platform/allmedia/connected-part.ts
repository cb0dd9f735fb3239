import type { Database } from '../database/database.ts';
import { wireId } from '../wire/json.ts';
import type { ItemRow } from './item-row.ts';

/** The name of each kind of term in `connectedmedia`. */
const plural = {
  person: 'persons',
  tag: 'tags',
  show: 'shows',
  place: 'places',
  product: 'products',
  file: 'files',
} as const;

/** What each item refers to and consists of, by global ID; three queries for a whole page. */
export async function connectedParts(
  database: Database,
  items: readonly ItemRow[],
): Promise<Map<string, Record<string, unknown>>> {
  const gids = items.map((item) => item.gid);
  const terms = await database.query<{
    gid: string;
    id: string;
    kind: keyof typeof plural;
    title: string;
    role: string;
  }>(
    `select gid, terms.id, kind, title, role from item_terms join terms on terms.id = term_id where gid = any($1::int8[]) order by kind, title collate "C"`,
    [gids],
  );
  const studios = await database.query<{ id: string; title: string }>(
    'select id, title from studios where id = any($1::int8[])',
    [items.map((item) => item.studio_id).filter((id) => id !== null)],
  );
  const parts = await database.query<{
    gid: string;
    part: string;
    id: string;
    streamtype: string;
    title: string;
  }>(
    `select item_parts.gid, items.gid as part, items.id, items.streamtype, items.title
     from item_parts join items on items.gid = part_gid where item_parts.gid = any($1::int8[]) order by position`,
    [gids],
  );
  const connected = new Map<string, Record<string, unknown>>();
  for (const item of items) {
    const part: Record<string, unknown> = {};
    for (const [kind, name] of Object.entries(plural)) {
      part[name] = terms
        .filter((term) => term.gid === item.gid && term.kind === kind)
        .map(({ id, title, role }) => ({ ID: wireId(id), title, role }));
    }
    part['studio'] =
      studios
        .filter((studio) => studio.id === item.studio_id)
        .map(({ id, title }) => ({ ID: wireId(id), title }))[0] ?? {};
    part['items'] = parts
      .filter((one) => one.gid === item.gid)
      .map((one) => ({
        ID: wireId(one.id),
        GID: wireId(one.part),
        streamtype: one.streamtype,
        title: one.title,
      }));
    connected.set(item.gid, part);
  }
  return connected;
}
