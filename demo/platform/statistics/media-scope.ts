import { createWhere, type Where } from '../allmedia/where.ts';
import { textOf, type Call } from '../call.ts';
import { isStorableId } from '../wire/id.ts';
import { contextColumns, type ContextField } from './event-context.ts';
import { domainsOf } from './network.ts';
import type { EventKind } from './record-events.ts';

/** Events with their items and contexts. */
export const mediaEvents = `
  media_events as events
  join items on items.gid = events.gid
  join event_contexts as contexts on contexts.id = events.context_id`;

/** The conditions that all statistics of items share: domain, kinds of events, streamtype. */
export function mediaScope(call: Call, kinds: readonly EventKind[]): Where {
  const where = createWhere()
    .and('events.domain = any(?::int8[])', domainsOf(call))
    .and('events.kind = any(?::text[])', kinds);
  const streamtype = textOf(call, 'streamtype')!; // required by the contract
  return streamtype === 'allmedia' ? where : where.and('items.streamtype = ?::text', streamtype);
}

/**
 * The columns of `items` that parameters filter by; who holds the licence of an item is its studio.
 */
const itemColumns = {
  channel: 'items.channel_id',
  format: 'items.format_id',
  licensor: 'items.studio_id',
} as const;

/** Adds the standard filters. An ID that cannot exist finds nothing. */
export function addMediaFilters(where: Where, call: Call): Where {
  const idOf = (field: string): string | null | undefined => {
    const id = textOf(call, field);
    if (id === undefined) return undefined;
    return isStorableId(id) ? id : null;
  };
  const item = idOf('item');
  if (item !== undefined) {
    where.and(
      `${textOf(call, 'streamtype') === 'allmedia' ? 'items.gid' : 'items.id'} = ?::int8`,
      item,
    );
  }
  for (const [field, column] of Object.entries(itemColumns)) {
    const id = idOf(field);
    if (id !== undefined) where.and(`${column} = ?::int8`, id);
  }
  return addContextFilters(where, call);
}

const partnerFields: ReadonlySet<string> = new Set([
  'deliveryPartner',
  'affiliatePartner',
  'campaign',
]);

/** Names are compared whatever their case, IDs without leading zeros. */
function addContextFilters(where: Where, call: Call): Where {
  for (const [field, column] of Object.entries(contextColumns) as [ContextField, string][]) {
    const asked = textOf(call, field);
    if (asked === undefined) continue;
    where.and(
      `lower(contexts.${column}) = lower(?::text)`,
      partnerFields.has(field) ? String(BigInt(asked)) : asked,
    );
  }
  return where;
}
