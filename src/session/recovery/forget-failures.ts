import type { SessionContext } from '../state/session-context.ts';
import { persist } from '../storage/persistence.ts';

/**
 * Forgets the openings that have failed, in all tabs: the network is back, or an incident is over.
 * A wait that the platform has requested stays.
 */
export function forgetFailures(context: SessionContext): void {
  const { saved } = context;
  if (!saved?.failedOpenings || saved.failedOpenings.isRequested) return;
  persist(context, saved.session, { failedOpenings: undefined });
}
