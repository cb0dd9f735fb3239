import type { Writable } from '../state/writable.ts';
import type { SessionPersistence } from '../storage/persistence.ts';

/** The last login of this page. */
export interface PageLogin {
  /** The epoch that it began. While that one lasts, its user is the viewer. */
  readonly epoch: number;
  readonly userId: string | undefined;
}

/** Holds the last login of this page. */
export interface PageLoginState {
  readonly pageLogin?: PageLogin | undefined;
  /** The ID of the last login that this page has announced. It learns the outcome itself. */
  readonly announcedId?: string | undefined;
}

/** Notes the ID of a login that this page announces, so that it knows it as its own. */
export function noteAnnounced(context: Writable<PageLoginState>, id: string): void {
  context.announcedId = id;
}

/** Notes that a login of this page, and not one of another tab, has begun the present epoch. */
export function notePageLogin(
  context: Writable<PageLoginState> & Pick<SessionPersistence, 'record'>,
): void {
  const { epoch, session } = context.record!;
  context.pageLogin = { epoch, userId: session?.user?.id };
}
