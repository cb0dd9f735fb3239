import { inBulk } from '../database/bulk.ts';
import type { Database } from '../database/database.ts';
import type { NewItem, NewPart, NewReference } from './item.ts';

const channels = [
  { id: '1', title: 'Cinema', description: 'Feature films' },
  { id: '2', title: 'Family', description: 'For children and those with them' },
  { id: '3', title: 'Late Night', description: 'Horror and suspense' },
  { id: '4', title: 'Real Stories', description: 'Based on what happened' },
  { id: '5', title: 'Film Talk', description: 'Audio about films' },
];

const formats = [
  { id: '1', title: 'Feature Film' },
  { id: '2', title: 'Documentary' },
  { id: '3', title: 'Concert' },
  { id: '4', title: 'Talk' },
  { id: '5', title: 'Series' },
  { id: '6', title: 'Playlist' },
];

const campaigns = [
  { id: '31', title: 'Classics Month', active_from: '2020-01-01T00:00:00Z', active_until: null },
  {
    id: '32',
    title: 'Opening Week',
    active_from: '2019-01-01T00:00:00Z',
    active_until: '2019-01-08T00:00:00Z',
  },
];

/**
 * So many rows go in one statement: few enough that their text stays small, many enough that the
 * statements do not count.
 */
const rowsAtOnce = 5000;

/** Inserts rows of one table: they travel as JSON text, so that no column needs a placeholder. */
async function insertRows(
  database: Database,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const text = JSON.stringify(rows.slice(start, start + rowsAtOnce));
    await database.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [text],
    );
  }
}

export async function insertLookups(
  database: Database,
  studios: readonly { id: string; title: string }[],
): Promise<void> {
  await insertRows(database, 'studios', studios);
  await insertRows(database, 'channels', channels);
  await insertRows(database, 'formats', formats);
  await insertRows(database, 'campaigns', campaigns);
}

export async function insertItems(database: Database, items: readonly NewItem[]): Promise<void> {
  await insertRows(database, 'items', items);
}

/** IDs of terms, by kind: 20001 is the first person, 30001 the first tag, and so on. */
const firstTermIds = {
  person: 20_001,
  tag: 30_001,
  show: 40_001,
  place: 50_001,
  product: 60_001,
  file: 70_001,
} as const;
const idsOfKind = 10_000;
/** Where the IDs go on of kinds that have more terms. */
const firstFurtherId = 80_001;

/** Gives out the next ID of a kind. */
function createTermIds(): (kind: NewReference['kind']) => string {
  const counts = new Map<string, number>();
  let further = firstFurtherId;
  return (kind) => {
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return String(count < idsOfKind ? firstTermIds[kind] + count : further++);
  };
}

export async function insertReferences(
  database: Database,
  references: readonly NewReference[],
): Promise<void> {
  const nextId = createTermIds();
  const ids = new Map<string, string>();
  const terms: { id: string; kind: string; title: string }[] = [];
  for (const { kind, title } of references) {
    const key = `${kind} ${title.toLowerCase()}`;
    if (ids.has(key)) continue;
    const id = nextId(kind);
    ids.set(key, id);
    terms.push({ id, kind, title });
  }
  await insertRows(database, 'terms', terms);
  // A catalogue file may name a person or a tag of an item twice.
  const links = new Map<string, object>();
  for (const { gid, kind, title, role } of references) {
    const term_id = ids.get(`${kind} ${title.toLowerCase()}`);
    links.set(`${gid} ${term_id} ${role}`, { gid, term_id, role });
  }
  await inBulk(database, 'item_terms', () =>
    insertRows(database, 'item_terms', Array.from(links.values())),
  );
}

export async function insertParts(database: Database, parts: readonly NewPart[]): Promise<void> {
  await insertRows(database, 'item_parts', parts);
}
