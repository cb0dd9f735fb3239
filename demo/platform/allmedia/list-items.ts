import { numberOf } from '../call.ts';
import type { Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';
import { itemColumns } from './item-row.ts';
import type { ItemRow } from './item-row.ts';
import type { Where } from './where.ts';
import { wireItems } from './wire-items.ts';

const defaultLimit = 20;

export interface Listing {
  readonly where: Where;
  readonly orderBy: string;
  /** Columns beside those of the item, as `…, views`. */
  readonly columns?: string;
  /** Tables beside `items`, as `join …`. */
  readonly joins?: string;
}

/** One page of a list, with how many there are in all. */
export async function listItems(call: Call, { where, orderBy, columns = '', joins = '' }: Listing): Promise<Answer> {
  const start = numberOf(call, 'start') ?? 0;
  const limit = numberOf(call, 'limit') ?? defaultLimit;
  const { sql, parameters } = where;
  const [counted] = await call.database.query<{ count: number }>(`select count(*)::int4 as count from items ${joins} ${sql}`, parameters);
  const rows = await call.database.query<ItemRow>(
    `select ${itemColumns} ${columns} from items ${joins} ${sql} order by ${orderBy} limit ${limit} offset ${start}`,
    parameters,
  );
  return { result: await wireItems(call, rows), paging: { start, limit, resultcount: counted?.count ?? 0 } };
}
