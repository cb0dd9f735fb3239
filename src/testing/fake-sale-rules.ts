import type { PrepareValues } from '../checkout/purchase/purchase-record.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import type { AccessTable } from './fake-access.ts';

/** The reasons for which an item is not sold to a viewer either. */
const forbidding: readonly string[] = ['geo', 'age', 'schedule', 'domain'];

/**
 * The ID of the user of a call.
 * @throws `platform`: 403 without one. A 401 would mean that the session is lost.
 */
export function requireUser(endpoint: string, userId: string | undefined): string {
  if (!userId) throw new PlatformError(endpoint, 403, 'login required');
  return userId;
}

/** The key of the bought item, for example `7/video`. `undefined` for a subscription. */
export const keyOfSold = ({ operation, item, streamtype }: PrepareValues): string | undefined =>
  operation === 'subscription' || item === undefined ? undefined : `${String(item)}/${streamtype}`;

/**
 * Refuses what the reference platform does not sell. A price is not compared.
 * @throws `not-found`, without such an item; `platform`: 400 for an item that is free or not named,
 *   403 for one that the viewer may not watch, 409 for one that the user owns.
 */
export function checkSale(
  access: AccessTable,
  endpoint: string,
  { operation, item, streamtype }: PrepareValues,
  userId: string,
): void {
  const isOfItem = operation === 'ppv' || operation === 'ownage';
  if (!isOfItem && (operation === 'deposit' || item === undefined)) return;
  if (item === undefined) throw new PlatformError(endpoint, 400, 'item must be given');
  const key = `${String(item)}/${streamtype}`;
  const found = access.find(key, userId);
  if (!found) throw new NotFoundError(endpoint, `there is no ${streamtype} ${String(item)}`);
  const { access: given, reason = '' } = found;
  if (given === 'denied' && forbidding.includes(reason)) {
    const hint = `this item is not sold to this viewer: ${reason}`;
    throw new PlatformError(endpoint, 403, hint);
  }
  if (!isOfItem) return;
  if (access.ownsForGood(key, userId)) {
    throw new PlatformError(endpoint, 409, 'this user owns the item already');
  }
  if (given === 'granted' && reason === 'free') {
    const hint = `operation must be one that the item is sold by, which is not ${operation}`;
    throw new PlatformError(endpoint, 400, hint);
  }
}
