import { numberOf, type Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { itemColumns, type ItemRow } from './item-row.ts';
import type { Where } from './where.ts';
import { wireItems } from './wire-items.ts';

const defaultLimit = 20;

export interface Listing {
  readonly where: Where;
  readonly orderBy: string;
  /** Tables beside `items`, as `join …`. */
  readonly joins?: string;
}

/**
 * What a page holds: global IDs in their order, with what the list says of each beside the item
 * itself.
 */
export interface PageRow {
  readonly gid: string;
  readonly score?: number;
  readonly views?: number;
}

export interface PageBounds {
  readonly start: number;
  readonly limit: number;
}

export function pageBounds(call: Call): PageBounds {
  return { start: numberOf(call, 'start') ?? 0, limit: numberOf(call, 'limit') ?? defaultLimit };
}

/** One page of a list, with how many there are in all. */
export async function listItems(
  call: Call,
  { where, orderBy, joins = '' }: Listing,
): Promise<Answer> {
  const { start, limit } = pageBounds(call);
  const count = await countItems(call, { where, joins });
  // Only IDs here: whole items are read for what is on the page, and not for all that comes before
  // it.
  const page =
    start < count
      ? await call.database.query<PageRow>(
          `select items.gid from items ${joins} ${where.sql} order by ${orderBy} limit ${limit} offset ${start}`,
          where.parameters,
        )
      : [];
  return answerPage(call, page, count);
}

/** How many items a list has in all. */
export async function countItems(
  call: Call,
  { where, joins = '' }: Pick<Listing, 'where' | 'joins'>,
): Promise<number> {
  const counted = await queryOne<{ count: number }>(
    call.database,
    `select count(*)::int4 as count from items ${joins} ${where.sql}`,
    where.parameters,
  );
  return counted?.count ?? 0;
}

/** The answer to a page of IDs: the items as they go out, in the page's order. */
export async function answerPage(
  call: Call,
  page: readonly PageRow[],
  resultcount: number,
): Promise<Answer> {
  const rows = await call.database.query<ItemRow>(
    `select ${itemColumns} from items where gid = any($1::int8[])`,
    [page.map(({ gid }) => gid)],
  );
  const byGid = new Map(rows.map((row) => [row.gid, row]));
  const items = page.flatMap((onPage) => {
    const row = byGid.get(onPage.gid);
    return row ? { ...row, ...onPage } : [];
  });
  return { result: await wireItems(call, items), paging: { ...pageBounds(call), resultcount } };
}
