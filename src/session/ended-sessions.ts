import type { EndedSession } from './saved-session.ts';

/** Sessions that have ended, until the platform knows. */
export interface EndedSessions {
  /** Those that ended with an erasure: known to this page only, since an erasure keeps nothing. */
  untold: readonly EndedSession[];
  /** The platform is being told. */
  telling?: Promise<void> | undefined;
}

export function setUntold(context: EndedSessions, untold: readonly EndedSession[]): void {
  context.untold = untold;
}

/** Tells the platform, once at a time. */
export function tellOnce(context: EndedSessions, tell: () => Promise<void>): Promise<void> {
  context.telling ??= tell().finally(() => {
    context.telling = undefined;
  });
  return context.telling;
}
