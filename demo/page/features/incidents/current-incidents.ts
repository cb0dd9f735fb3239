import type { Incident, Usher } from 'usher-runtime';

type Listener = (incidents: readonly Incident[]) => void;

/** What is wrong at the platform now, for all parts of the page. */
let incidents: readonly Incident[] = [];
const listeners = new Set<Listener>();

export const currentIncidents = (): readonly Incident[] => incidents;

/** Calls at each change; the list may be empty. */
export function onIncidents(listener: Listener): void {
  listeners.add(listener);
}

/**
 * Follows the platform's incidents as long as the page lives: the runtime asks every few minutes
 * while the page is visible. An answer that does not come changes nothing.
 */
export async function followIncidents(usher: Usher): Promise<void> {
  const { $currentincidents } = await usher.system();
  $currentincidents.subscribe(({ data }) => {
    if (!data || data === incidents) return;
    incidents = data;
    for (const listener of listeners) listener(incidents);
  });
}
