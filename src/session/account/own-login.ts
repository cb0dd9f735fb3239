import type { Writable } from '../state/writable.ts';
import type { SessionPersistence } from '../storage/persistence.ts';

/** The last login of this page. */
export interface OwnLogin {
  /** The epoch that it began. While that one lasts, its user is the viewer. */
  readonly ownLoginEpoch?: number | undefined;
}

/** Notes that a login of this page, and not one of another tab, has begun the present epoch. */
export function noteOwnLogin(
  context: Writable<OwnLogin> & Pick<SessionPersistence, 'saved'>,
): void {
  context.ownLoginEpoch = context.saved?.epoch;
}
