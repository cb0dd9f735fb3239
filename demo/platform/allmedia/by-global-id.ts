import { textOf, type Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { isStorableId } from '../wire/id.ts';
import { Refusal } from '../wire/refusal.ts';
import { itemColumns, type ItemRow } from './item-row.ts';
import { mediaFilter } from './media-filter.ts';
import { wireItems } from './wire-items.ts';

/** One item; what the domain may not see is as if it were not there. */
export async function byGlobalId(call: Call): Promise<Answer> {
  const gid = textOf(call, 'globalid')!;
  const where = mediaFilter(call).and('items.gid = ?::int8', isStorableId(gid) ? gid : null);
  const row = await queryOne<ItemRow>(
    call.database,
    `select ${itemColumns} from items ${where.sql}`,
    where.parameters,
  );
  if (!row) throw new Refusal(404, `there is no item with the global ID ${gid}`);
  return { result: (await wireItems(call, [row]))[0] };
}
