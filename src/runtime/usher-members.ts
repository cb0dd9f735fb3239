import type { ReadableAtom } from 'nanostores';
import type { Clock } from '../browser/clock.ts';
import type { Signals } from '../browser/load-chunk.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { Gate, GateOptions, PlayableItem } from '../item/gate/gate.ts';
import type { MediaElementLike } from '../item/gate/media-element.ts';
import type { ItemReference } from '../item/item.ts';
import { readOnly } from '../session/read-only-store.ts';
import type { SessionState, User } from '../session/session-state.ts';
import type { SessionDriver } from '../session/session.ts';
import type { Actions, createActions } from './actions.ts';
import type { ItemsAndCheckout, PurchasableItem } from './items-and-checkout.ts';
import { lazyActions } from './lazy-actions.ts';
import { createLazyGate } from './lazy-gate.ts';
import { createRootQuery } from './root-query.ts';
import type { RootQuery } from './root-query.ts';
import { createSessionEnds } from './session-ends.ts';
import type { SessionEnds } from './session-ends.ts';

/** The stores and actions of a runtime. A page and a test have the same. */
export interface UsherMembers extends Actions, SessionEnds {
  /** The session, read-only. All bindings of nanostores work with it. */
  readonly $session: ReadableAtom<SessionState>;
  /**
   * The viewer who is logged in. `null` when no user is logged in. `undefined` until it is known: a
   * stored session is known to the callbacks of a script tag and when `start()` resolves, another
   * one with the platform's answer.
   * @example usher.$user.subscribe((user) => {
   *   if (user === undefined) showPlaceholder();
   *   else if (user) showName(user.name);
   *   else showLoginButton();
   * });
   */
  readonly $user: ReadableAtom<User | null | undefined>;
  /**
   * Opens the session, or resumes the one of an earlier page. The first call that needs a session
   * does this too. It ends within 16 s: 2 for the opening of another tab, 10 for its own, 3 for
   * static details. It ends 10 s later when a session of over 15 min has to be checked first, and
   * no answer comes.
   * @throws `network`, `timeout`, `malformed`, `platform`, `static-session`, `aborted`.
   */
  readonly start: () => Promise<SessionState>;
  /** Open and recent purchases of the viewer, the same in every tab. */
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  /**
   * Returns an item: the same object for the same item.
   * @throws `input`, at once.
   */
  readonly item: (reference: ItemReference) => PurchasableItem;
  /**
   * Lets a media element play only while the viewer may watch the item. It holds the element until
   * the item is granted, loads the sources and plays without a reload, registers the first use of a
   * subscription with the platform, and pauses at the end of the grant. The gate is returned at
   * once. Its code is loaded with the first one; its status is `checking` until then.
   *
   * An element that cannot be played and a wrong option are an `input` error, and code that cannot
   * be loaded is `network` or `timeout`. They go to `onError`, or are uncaught errors of the page.
   * @example const gate = usher.gate(video, usher.item({ item, streamtype, globalId }));
   *   gate.$status.subscribe((status) => { notice.hidden = status === 'open'; });
   * @example useEffect(() => usher.gate(ref.current, film).stop, []);
   */
  readonly gate: (element: MediaElementLike, item: PlayableItem, options?: GateOptions) => Gate;
  /**
   * Returns a store of the answer of a data endpoint, by its ID: the same store for the same query.
   * It is fetched while the store has a listener; its code is loaded with the first one. Wrong
   * values are an `input` error in the store.
   * @example const $latest = usher.$query('allmedia/latest', { limit: 20 });
   *   $latest.subscribe(({ data, loading, error }) => …);
   */
  readonly $query: RootQuery;
}

/** Creates the members from the areas behind them. */
export const createMembers = (
  session: SessionDriver,
  { items, $purchases }: Pick<ItemsAndCheckout, 'items' | '$purchases'>,
  clock: Clock,
  loadActions: (signals?: Signals) => Promise<ReturnType<typeof createActions>>,
): UsherMembers => ({
  ...lazyActions(clock, loadActions),
  ...createSessionEnds(session, loadActions),
  $session: session.$session,
  $user: session.$user,
  $purchases: readOnly($purchases),
  start: () => session.ready().then(() => session.$session.get()),
  item: items.item,
  gate: createLazyGate(loadActions),
  $query: createRootQuery(loadActions),
});
