import { nothing } from '../../browser/nothing.ts';
import type { Incident } from '../../dialect/incident-reader.ts';
import { openSession } from '../opening/open-session.ts';
import { forgetFailures } from '../recovery/forget-failures.ts';
import type { SessionStatus } from './machine.ts';
import type { SessionContext } from './session-context.ts';
import { dispatch, noteIncident } from './session-store.ts';

/**
 * Whether an incident affects sessions, by the areas that the platform names. An incident without
 * areas affects all.
 */
const affectsSession = ({ affects }: Incident): boolean =>
  !affects.length || affects.some((area) => /^(?:session|all)$/i.test(area));

/** The fields that a page shows, as text. They may change during an incident. */
const shownFields = (incident: Incident | undefined): string => {
  if (!incident) return '';
  const { ID, title, description, severity, started, affects } = incident;
  return [ID, title, description, severity, started, ...affects].join('\n');
};

/** Statuses without a full session of the platform. */
const outOfReach: readonly SessionStatus[] = ['offline', 'degraded', 'static'];

/**
 * Shows the incident that affects the session, or that it is over. In that case a session that is
 * not available is opened at once.
 */
export function showIncident(context: SessionContext, incidents: readonly Incident[]): void {
  const { incident: before, disposal } = context;
  const incident = incidents.find(affectsSession);
  if (disposal.aborted || shownFields(before) === shownFields(incident)) return;
  noteIncident(context, incident);
  const { error, late, status } = context.$session.get();
  dispatch(context, undefined, error, late);
  // The state shows the result.
  if (!incident && !context.pending && outOfReach.includes(status)) {
    forgetFailures(context);
    openSession(context).catch(nothing);
  }
}
