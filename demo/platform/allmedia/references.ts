import { textOf } from '../call.ts';
import type { Handler } from '../call.ts';
import { isStorableId } from '../wire/id.ts';
import { listItems } from './list-items.ts';
import { mediaFilter } from './media-filter.ts';
import { mediaOrder } from './order.ts';

/** Items that refer to a term of that kind by its name, whatever its case. */
export function byTermTitle(kind: string, field: string): Handler {
  return (call) => {
    const where = mediaFilter(call).and(
      `items.gid in (select item_terms.gid from item_terms join terms on terms.id = term_id where kind = '${kind}' and lower(terms.title) = lower(?))`,
      textOf(call, field),
    );
    return listItems(call, { where, orderBy: mediaOrder(call) });
  };
}

/** Items that refer to a term of that kind by its ID. */
export function byTermId(kind: string, field: string): Handler {
  return (call) => {
    const where = mediaFilter(call).and(
      `items.gid in (select item_terms.gid from item_terms join terms on terms.id = term_id where kind = '${kind}' and terms.id = ?::int8)`,
      storable(textOf(call, field)),
    );
    return listItems(call, { where, orderBy: mediaOrder(call) });
  };
}

/** Only videos, playlists and series have a studio. */
export const byStudio: Handler = (call) => {
  const where = mediaFilter(call).and('studio_id = ?::int8', storable(textOf(call, 'studioid')))
    .and(`streamtype in ('video', 'playlist', 'series')`);
  return listItems(call, { where, orderBy: mediaOrder(call) });
};

function storable(id: string | undefined): string | null {
  return id !== undefined && isStorableId(id) ? id : null;
}
