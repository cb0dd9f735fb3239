import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import type {
  ErrorState,
  ItemReference,
  ItemState,
  PurchasableItem,
  PurchaseState,
  SessionState,
  User,
} from '../index.ts';
import { unasked } from '../item/item-state.ts';
import { useUsher } from './usher-context.ts';

export { UsherProvider, useUsher } from './usher-context.ts';
export type { UsherProviderProps } from './usher-context.ts';
export { useQuery } from './use-query.ts';
export type { UseQueryOptions, UseQueryResult } from './use-query.ts';

/** Who the viewer is. `isLoaded` is `false` on a server, and until the platform has answered. */
export type UseUserResult = (
  | { readonly isLoaded: false; readonly isLoggedIn: false; readonly user: undefined }
  | { readonly isLoaded: true; readonly isLoggedIn: false; readonly user: null }
  | { readonly isLoaded: true; readonly isLoggedIn: true; readonly user: User }
) & {
  /** Why the session is not `ready`, for instance while offline. A known user stays. */
  readonly error?: ErrorState | undefined;
};

/**
 * Follows the viewer. The first component that uses it opens the session, if nothing else has
 * opened it before. `error` shows why it cannot be opened.
 * @throws {Error} without an `UsherProvider`.
 * @example const { isLoaded, user, error } = useUser();
 *   if (!isLoaded) return error ? <p>{error.message}</p> : <Placeholder />;
 *   return user ? <p>Hello {user.name ?? user.id}</p> : <LoginForm />;
 */
export function useUser(): UseUserResult {
  const usher = useUsher();
  const user = useStore(usher.$user, { ssr: 'initial' });
  const { error } = useSession();
  useEffect(() => {
    // `error` shows why it cannot be opened.
    if (usher.$session.get().status === 'idle') usher.start().catch(() => {});
  }, [usher]);
  if (user === undefined) return { isLoaded: false, isLoggedIn: false, user, error };
  if (user === null) return { isLoaded: true, isLoggedIn: false, user, error };
  return { isLoaded: true, isLoggedIn: true, user, error };
}

/**
 * Follows the session: `status`, `error`, `retryAt`, … It does not open it. `idle` on a server.
 * @throws {Error} without an `UsherProvider`.
 * @example const { status } = useSession();
 *   if (status === 'offline') return <p>You are offline</p>;
 */
export function useSession(): SessionState {
  return useStore(useUsher().$session, { ssr: 'initial' });
}

/** The state of an item, and the item itself for what a component does with it. */
export interface UseItemResult extends ItemState {
  /** For `buy`, `sources`, `explain`, and for a gate. The same object in each render. */
  readonly item: PurchasableItem;
}

/** The result of `useItem` without an item: `unknown`, and nothing is checked. */
export interface UseNoItemResult extends ItemState {
  readonly item: undefined;
}

/** The state where there is no item. */
const $unasked = atom(unasked);

/**
 * Follows whether the viewer may watch an item. The first component that shows it causes a check
 * (`POST /payment/itemstate`); all components of one item share it. The reference may be another
 * object in each render. With `undefined` nothing is checked, for example until the page knows its
 * item.
 * @throws {InputError} `input`, for a reference that no item can have.
 * @throws {Error} without an `UsherProvider`.
 * @example const { access, offers, item } = useItem({ item: '1369311', streamtype: 'video' });
 *   const [offer] = offers;
 *   if (access === 'granted') return <Player item={item} />;
 *   if (!offer) return null;
 *   const buy = () => item.buy(offer, { provider: 'card' });
 *   return <button onClick={buy}>{formatPrice(offer)}</button>;
 */
export function useItem(reference: ItemReference): UseItemResult;
/** The same. With `undefined` it follows no item. */
export function useItem(reference: ItemReference | undefined): UseItemResult | UseNoItemResult;
export function useItem(reference: ItemReference | undefined): UseItemResult | UseNoItemResult {
  const usher = useUsher();
  const item = reference === undefined ? undefined : usher.item(reference);
  const state = useStore(item ? item.$state : $unasked, { ssr: 'initial' });
  return item ? { ...state, item } : { ...state, item };
}

/**
 * Follows the open and recent purchases of the viewer, the same in every tab. Empty on a server.
 * @throws {Error} without an `UsherProvider`.
 * @example const open = usePurchases().filter(({ status }) => status === 'awaiting-provider');
 */
export function usePurchases(): readonly PurchaseState[] {
  return useStore(useUsher().$purchases, { ssr: 'initial' });
}
