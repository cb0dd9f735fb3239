import type { Area } from './endpoint.ts';
import { refuseFor } from './refuse.ts';

/**
 * Whether an item may be watched: the one row of payment that every page with a player needs, so it
 * stands by itself.
 */
export const itemState = {
  method: 'POST',
  query: { item: 'id', streamtype: 'streamtype', performTransactionIfPossible: 'flag' },
  result: 'object',
  effect: 'read',
} as const;

/** As much of the payment area as that row needs. */
export const itemStateArea: Area = {
  name: 'payment',
  rows: { itemstate: itemState },
  kinds: {},
  refuseFor,
};
