import type { Incident } from '../dialect/incident-reader.ts';
import { openSession } from './begin.ts';
import { dispatch, setIncident } from './session-store.ts';
import type { SessionContext } from './session-context.ts';
import type { Status } from './machine.ts';

/**
 * What affects sessions, by the areas that the platform names; an incident that names none affects
 * all.
 */
const affectsSession = ({ affects }: Incident): boolean =>
  !affects.length || affects.some((area) => /^(?:session|all)$/i.test(area));

/** States in which the platform gave no full session. */
const outOfReach: readonly Status[] = ['offline', 'degraded', 'static'];

/**
 * Shows the incident that affects the session, or that there is none any more: then a session that
 * is out of reach is tried at once.
 */
export function showIncident(context: SessionContext, incidents: readonly Incident[]): void {
  const { incident: before, disposed } = context;
  const incident = incidents.find(affectsSession);
  if (disposed || before?.ID === incident?.ID) return;
  setIncident(context, incident);
  const { error, late, status } = context.$session.get();
  dispatch(context, undefined, error, late);
  // The state shows how it went.
  if (!incident && !context.pending && outOfReach.includes(status)) {
    openSession(context).catch(() => {});
  }
}
