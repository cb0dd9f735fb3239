import type { SessionContext } from '../state/session-context.ts';
import { persist } from '../storage/persistence.ts';

/**
 * Forgets the openings that have failed, in all tabs: the network is back, or an incident is over.
 * A wait that the platform has requested stays.
 */
export function forgetFailures(context: SessionContext): void {
  const { record } = context;
  if (!record?.failedOpenings || record.failedOpenings.isRequested) return;
  persist(context, record.session, { failedOpenings: undefined });
}
