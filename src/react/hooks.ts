import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ItemReference, ItemState, PurchasableItem, PurchaseState, User } from '../index.ts';
import { useUsher } from './usher-context.ts';

export { UsherProvider, useUsher } from './usher-context.ts';
export type { UsherProviderProps } from './usher-context.ts';
export { useQuery } from './use-query.ts';
export type { UseQueryOptions, UseQueryResult } from './use-query.ts';

/** Who the viewer is. `isLoaded` is `false` on a server, and until the platform has answered. */
export type UseUserResult =
  | { readonly isLoaded: false; readonly isLoggedIn: false; readonly user: undefined }
  | { readonly isLoaded: true; readonly isLoggedIn: false; readonly user: null }
  | { readonly isLoaded: true; readonly isLoggedIn: true; readonly user: User };

const unknownUser: UseUserResult = { isLoaded: false, isLoggedIn: false, user: undefined };
const noUser: UseUserResult = { isLoaded: true, isLoggedIn: false, user: null };

/**
 * Follows the viewer. The first component that uses it opens the session, if nothing else has
 * opened it before. A session that cannot be opened is shown by `usher.$session`.
 * @throws {Error} without an `UsherProvider`.
 * @example const { isLoaded, user } = useUser();
 *   if (!isLoaded) return <Placeholder />;
 *   return user ? <p>Hello {user.name ?? user.id}</p> : <LoginForm />;
 */
export function useUser(): UseUserResult {
  const usher = useUsher();
  const user = useStore(usher.$user, { ssr: 'initial' });
  useEffect(() => {
    // `$session` shows why it cannot be opened.
    if (usher.$session.get().status === 'idle') usher.start().catch(() => {});
  }, [usher]);
  if (user === undefined) return unknownUser;
  if (user === null) return noUser;
  return { isLoaded: true, isLoggedIn: true, user };
}

/** The state of an item, and the item itself for what a component does with it. */
export interface UseItemResult extends ItemState {
  /** For `buy`, `sources`, `explain`, and for a gate. The same object in each render. */
  readonly item: PurchasableItem;
}

/**
 * Follows whether the viewer may watch an item. The first component that shows it causes a check
 * (`POST /payment/itemstate`); all components of one item share it. The reference may be another
 * object in each render.
 * @throws {InputError} `input`, for a reference that no item can have.
 * @throws {Error} without an `UsherProvider`.
 * @example const { access, offers, item } = useItem({ item: '1369311', streamtype: 'video' });
 *   const [offer] = offers;
 *   if (access === 'granted') return <Player item={item} />;
 *   if (!offer) return null;
 *   const buy = () => item.buy(offer, { provider: 'card' });
 *   return <button onClick={buy}>{formatPrice(offer)}</button>;
 */
export function useItem(reference: ItemReference): UseItemResult {
  const item = useUsher().item(reference);
  return { ...useStore(item.$state, { ssr: 'initial' }), item };
}

/**
 * Follows the open and recent purchases of the viewer, the same in every tab. Empty on a server.
 * @throws {Error} without an `UsherProvider`.
 * @example const open = usePurchases().filter(({ status }) => status === 'awaiting-provider');
 */
export function usePurchases(): readonly PurchaseState[] {
  return useStore(useUsher().$purchases, { ssr: 'initial' });
}
