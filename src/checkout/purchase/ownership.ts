import type { Dialect } from '../../dialect/dialect.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { SavedSession } from '../../session/saved-session.ts';
import type { SessionDriver } from '../../session/session.ts';
import type { PurchaseRecord } from './purchase-record.ts';

/**
 * Whose a purchase is. `unknown` while it is not known who the viewer is: that is not another
 * viewer.
 */
export type Ownership = 'own' | 'other' | 'unknown';

/** What says who the viewer is, and who may buy. */
export interface ViewerSource {
  readonly session: Pick<SessionDriver, 'viewer' | 'current' | 'context'>;
  readonly dialect: Partial<Dialect>;
}

const deviceOwner = (hash: string): string => `device ${hash}`;

/** Who buys within a session: the user, or where the dialect lets anybody buy, the device. */
export function ownerOf(
  { dialect }: Pick<ViewerSource, 'dialect'>,
  session: SavedSession | undefined,
): string | undefined {
  return (
    session?.user?.id ??
    (session && dialect.allowsAnonymousPurchase ? deviceOwner(session.hash) : undefined)
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
  const hash = session.current()?.hash ?? session.context.saved?.hash;
  return dialect.allowsAnonymousPurchase && hash && deviceOwner(hash) === owner ? 'own' : 'other';
}

/**
 * Whether a call that was made for one viewer now meets another. `false` while the viewer is not
 * known, and where nobody was logged in: a login meanwhile takes nothing from anybody.
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
