import type { Dialect } from '../../dialect/dialect.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { SavedSession } from '../../session/saved-session.ts';
import type { SessionDriver } from '../../session/session.ts';
import type { PurchaseRecord } from './purchase-record.ts';

/**
 * The relation of a purchase to the viewer. `unknown` while the viewer is not known: that does not
 * mean another viewer.
 */
export type Ownership = 'own' | 'other' | 'unknown';

/** The source of the viewer, and the rule for buyers. */
export interface ViewerSource {
  readonly session: Pick<SessionDriver, 'viewer' | 'current' | 'context'>;
  readonly dialect: Partial<Dialect>;
}

const deviceOwner = (deviceHash: string): string => `device ${deviceHash}`;

/**
 * The owner of a purchase in a session: the user. If the dialect allows anonymous purchases: the
 * device.
 */
export function ownerOf(
  { dialect }: Pick<ViewerSource, 'dialect'>,
  session: SavedSession | undefined,
): string | undefined {
  return (
    session?.user?.id ??
    (session && dialect.allowsAnonymousPurchase ? deviceOwner(session.deviceHash) : undefined)
  );
}

/** Compares the owner of a purchase with the present viewer. */
export function ownershipOf(
  { session, dialect }: ViewerSource,
  { owner }: Pick<PurchaseRecord, 'owner'>,
): Ownership {
  const viewer = session.viewer();
  if (!viewer) return 'unknown';
  if (viewer.userId !== null) return viewer.userId === owner ? 'own' : 'other';
  // After a logout there is no session, but the device is the same.
  const deviceHash = session.current()?.deviceHash ?? session.context.saved?.deviceHash;
  return dialect.allowsAnonymousPurchase && deviceHash && deviceOwner(deviceHash) === owner
    ? 'own'
    : 'other';
}

/**
 * Whether the viewer has changed since a call was made. `false` while the viewer is not known, and
 * when no user was logged in: a login takes nothing from another user.
 */
export function hasChanged(
  { session }: Pick<ViewerSource, 'session'>,
  userId: string | undefined,
): boolean {
  const viewer = session.viewer();
  return !!viewer && userId !== undefined && viewer.userId !== userId;
}

export const identityChanged = (): UsherError =>
  new UsherError('identity-changed', 'Another viewer is logged in now');
