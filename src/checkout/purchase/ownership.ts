import { randomToken } from '../../browser/random-token.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { SessionDriver } from '../../session/session.ts';
import { viewerOf } from '../../session/state/viewer.ts';
import { isErasure, type SavedSession } from '../../session/storage/saved-session.ts';
import type { PurchaseRecord } from './purchase-record.ts';

/**
 * The relation of a purchase to the viewer. `unknown` while the viewer is not known: that does not
 * mean another viewer.
 */
export type Ownership = 'own' | 'other' | 'unknown';

/** What knows the viewer: the session. */
export interface ViewerSource {
  readonly session: Pick<SessionDriver, 'context'>;
}

/** Who buys: the ID of a user. `null`: a viewer without a user. */
export type Buyer = string | null;

type Owned = Pick<PurchaseRecord, 'owner'>;

/** User IDs have no space, so no user has such a name. */
const anonymous = 'anonymous ';

/** Whether a purchase was begun without a user. */
export const isAnonymous = ({ owner }: Owned): boolean => owner.startsWith(anonymous);

/**
 * Who can buy in a session. `undefined`: there is no buyer, because the dialect sells to users
 * only.
 */
export function buyerIn(
  { dialect }: { readonly dialect: Partial<Dialect> },
  session: SavedSession | undefined,
): Buyer | undefined {
  if (session?.user) return session.user.id;
  return session && dialect.allowsAnonymousPurchase ? null : undefined;
}

/**
 * The owner of a purchase, as the journal names it. Purchases without a user share a random name,
 * which exists only in the journal: the device hash may be gone on the next page, and must not
 * outlast an erasure.
 */
export function ownerNameOf(buyer: Buyer, records: readonly Owned[]): string {
  return buyer ?? records.find(isAnonymous)?.owner ?? anonymous + randomToken();
}

/**
 * Whether a purchase belongs to a user, or, with `null`, to the viewer without a user. What was
 * begun without a user never becomes a user's: another person may have logged in.
 */
export const isOwnerOf = (buyer: Buyer, purchase: Owned): boolean =>
  buyer === null ? isAnonymous(purchase) : purchase.owner === buyer;

/** Whether a session is that of the owner of a purchase. */
export const isOwnersSession = ({ user }: Pick<SavedSession, 'user'>, purchase: Owned): boolean =>
  isOwnerOf(user ? user.id : null, purchase);

/** Compares the owner of a purchase with the present viewer. */
export function ownershipOf({ session }: ViewerSource, purchase: Owned): Ownership {
  const viewer = viewerOf(session);
  if (!viewer) return 'unknown';
  return isOwnerOf(viewer.userId, purchase) ? 'own' : 'other';
}

/** Whether the viewer is known, and is not this one. */
export function isAnotherViewer({ session }: ViewerSource, buyer: Buyer): boolean {
  const viewer = viewerOf(session);
  return !!viewer && viewer.userId !== buyer;
}

/**
 * Whether everything was erased after a user had made a call. No session is opened for it, because
 * no other one can be the user's.
 */
export const isForgotten = (
  { session: { context } }: ViewerSource,
  userId: Buyer | undefined,
): boolean => typeof userId === 'string' && isErasure(context.record);
