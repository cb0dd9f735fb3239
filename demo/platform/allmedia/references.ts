import { textOf, type Call, type Handler } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { isStorableId } from '../wire/id.ts';
import { listItems } from './list-items.ts';
import { mediaFilter } from './media-filter.ts';
import { mediaOrder } from './order.ts';

/** Items that refer to a term of that kind by its name, whatever its case. */
export function byTermTitle(kind: string, field: string): Handler {
  return (call) =>
    listByTerm(call, 'kind = $1 and lower(title) = lower($2)', [kind, textOf(call, field)]);
}

/** Items that refer to a term of that kind by its ID. */
export function byTermId(kind: string, field: string): Handler {
  return (call) =>
    listByTerm(call, 'kind = $1 and id = $2::int8', [kind, storable(textOf(call, field))]);
}

/**
 * The term is looked up first: by its ID the database knows how common it is, and plans for that.
 */
async function listByTerm(
  call: Call,
  condition: string,
  parameters: readonly unknown[],
): Promise<Answer> {
  const term = await queryOne<{ id: string }>(
    call.database,
    `select id from terms where ${condition}`,
    parameters,
  );
  const where = mediaFilter(call).and(
    'items.gid in (select item_terms.gid from item_terms where term_id = ?::int8)',
    term?.id ?? null,
  );
  return listItems(call, { where, orderBy: mediaOrder(call) });
}

/** Only videos, playlists and series have a studio. */
export const byStudio: Handler = (call) => {
  const where = mediaFilter(call)
    .and('studio_id = ?::int8', storable(textOf(call, 'studioid')))
    .and(`streamtype in ('video', 'playlist', 'series')`);
  return listItems(call, { where, orderBy: mediaOrder(call) });
};

function storable(id: string | undefined): string | null {
  return id !== undefined && isStorableId(id) ? id : null;
}
