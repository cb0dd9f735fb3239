import type { Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import { isStorableId } from '../wire/id.ts';
import { Refusal } from '../wire/refusal.ts';
import { givenText } from './given.ts';
import type { ItemRules } from './item-state.ts';

/** An item, as stored, as far as selling and opening it needs. */
export interface Item extends ItemRules {
  readonly id: string;
  readonly streamtype: string;
  readonly title: string;
}

/**
 * The item that a call names: by ID and streamtype; by global ID where the streamtype is
 * `allmedia`.
 */
export async function findItem(call: Call): Promise<Item> {
  const [id, streamtype] = [givenText(call, 'item'), givenText(call, 'streamtype')];
  const key =
    streamtype === 'allmedia' ? 'gid = $1 and $2::text is not null' : 'id = $1 and streamtype = $2';
  const item =
    isStorableId(id) &&
    (await queryOne<Item>(call.database, `select * from items where ${key}`, [id, streamtype]));
  if (!item) throw new Refusal(404, `there is no ${streamtype} ${id}`);
  return item;
}
