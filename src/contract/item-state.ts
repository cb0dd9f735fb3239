import type { Values } from './encode-fields.ts';
import type { Area } from './endpoint.ts';
import { isSet } from './field.ts';
import { refuseFor } from './refuse.ts';

/**
 * The call for the access to an item. In a separate file, because every page with a player needs
 * it, and no other row of payment.
 */
export const itemState = {
  method: 'POST',
  query: { item: 'id', streamtype: 'streamtype', performTransactionIfPossible: 'flag' },
  result: 'object',
  effect: 'read',
} as const;

/** Whether a call of `itemstate` registers a buy. */
export const performsTransaction = ({ performTransactionIfPossible: given }: Values): boolean =>
  isSet(given);

/** The part of the payment area that this row needs. */
export const itemStateArea: Area = {
  name: 'payment',
  rows: { itemstate: itemState },
  kinds: {},
  refuseFor,
};
