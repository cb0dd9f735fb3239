import type { EndedSession } from './saved-session.ts';

/** Ended sessions that are not reported to the platform yet. */
export interface EndedSessions {
  /**
   * Sessions that ended with an erasure. Only this page knows them, because an erasure keeps
   * nothing.
   */
  unreported: readonly EndedSession[];
  /** The report under way. */
  reporting?: Promise<void> | undefined;
}

export function setUnreported(context: EndedSessions, unreported: readonly EndedSession[]): void {
  context.unreported = unreported;
}

/** Runs a report, one at a time. */
export function reportOnce(context: EndedSessions, report: () => Promise<void>): Promise<void> {
  context.reporting ??= report().finally(() => {
    context.reporting = undefined;
  });
  return context.reporting;
}
