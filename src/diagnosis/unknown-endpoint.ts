import type { AreaName } from '../contract/calls.ts';
import type { paymentRows } from '../contract/payment.ts';
import { InputError } from '../errors/input-error.ts';
import { unknownName } from '../errors/nearest-name.ts';

const areaNames: readonly AreaName[] = ['session', 'payment', 'allmedia', 'system', 'statistics'];

/** The endpoints of payments. Their table is part of checkout, which need not be loaded here. */
const paymentNames = Object.keys({
  itemstate: true,
  redeemvoucher: true,
  preparetransaction: true,
  finishtransaction: true,
  verifyinapptransaction: true,
  addexternalsubscription: true,
  upgradesubscription: true,
  cancelsubscription: true,
} satisfies Record<keyof typeof paymentRows, true>);

/**
 * The error for an id that is no endpoint, with the nearest one. `names` are the endpoints of its
 * area, if that exists.
 */
export function unknownEndpoint(id: string, names: readonly string[] = []): InputError {
  const [areaName, name] = id.split('/') as [string, string | undefined];
  const known = areaName === 'payment' ? paymentNames : names;
  const ids = known.length
    ? known.map((each) => `${areaName}/${each}`)
    : areaNames.flatMap((each) => (name ? [`${each}/${name}`] : []));
  const sentence = unknownName(`there is no endpoint ${id.slice(0, 80)}`, id, ids);
  return new InputError('usher.call', 'id', id, 'the area and the name of an endpoint', sentence);
}
