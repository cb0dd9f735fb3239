import type { EndedSession } from './saved-session.ts';

/** Ended sessions that are not reported to the platform yet. */
export interface EndedSessions {
  /**
   * Sessions that ended with an erasure. Only this page knows them, because an erasure keeps
   * nothing.
   */
  untold: readonly EndedSession[];
  /** The report under way. */
  telling?: Promise<void> | undefined;
}

export function setUntold(context: EndedSessions, untold: readonly EndedSession[]): void {
  context.untold = untold;
}

/** Runs a report, one at a time. */
export function tellOnce(context: EndedSessions, tell: () => Promise<void>): Promise<void> {
  context.telling ??= tell().finally(() => {
    context.telling = undefined;
  });
  return context.telling;
}
