import type { Incident } from '../dialect/incident-reader.ts';
import { openSession } from './begin.ts';
import { dispatch } from './held.ts';
import type { Held } from './held.ts';
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
export function showIncident(held: Held, incidents: readonly Incident[]): void {
  const { incident: before, disposed } = held;
  const incident = incidents.find(affectsSession);
  if (disposed || before?.ID === incident?.ID) return;
  held.incident = incident;
  const { error, late, status } = held.$session.get();
  dispatch(held, undefined, error, late);
  // The state shows how it went.
  if (!incident && !held.pending && outOfReach.includes(status)) openSession(held).catch(() => {});
}
