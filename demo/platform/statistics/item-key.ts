import { textOf, type Call } from '../call.ts';

const columns = {
  ID: 'items.id::text',
  GID: 'items.gid::text',
  hash: 'items.hash',
  refnr: 'items.refnr',
  externalReference: 'items.external_reference',
} as const;

/**
 * How items are named in an answer: by the attribute that `itemReference` says. An item that has
 * none is left out.
 */
export function itemKey(call: Call): { key: string; condition: string } {
  // By the contract one of these.
  const reference = (textOf(call, 'itemReference') ?? 'ID') as keyof typeof columns;
  const key = columns[reference];
  return { key, condition: `${key} is not null` };
}
