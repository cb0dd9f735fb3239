import { InputError } from '../errors/input-error.ts';
import type { Area } from './endpoint.ts';

/** Whether an item may be watched: the one row of payment that every page with a player needs, so it stands by itself. */
export const itemState = {
  method: 'POST',
  query: { item: 'id', streamtype: 'streamtype', performTransactionIfPossible: 'flag' },
  result: 'object',
  effect: 'read',
} as const;

const words: Readonly<Record<string, string>> = {
  item: 'an ID',
  streamtype: 'a streamtype',
};

/** As much of the payment area as that row needs. */
export const itemStateArea: Area = {
  name: 'payment',
  rows: { itemstate: itemState },
  kinds: {},
  refuseFor: (endpoint) => (key, value) => {
    throw new InputError(endpoint, key, key in itemState.query ? value : '(hidden)', words[key] ?? 'left out');
  },
};
