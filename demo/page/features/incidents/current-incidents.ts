/** What is wrong at the platform now, for all parts of the page. */
let incidents = [];
const listeners = new Set();

export const incidentsNow = () => incidents;

/** Tells of a change; the list may be empty. */
export function onIncidents(listener) {
  listeners.add(listener);
}

/**
 * Follows the platform as long as the page lives: it is asked every few minutes while the page is
 * seen. What cannot be asked changes nothing.
 */
export async function followIncidents(usher) {
  const { $currentincidents } = await usher.system();
  $currentincidents.subscribe(({ data }) => {
    if (!data || data === incidents) return;
    incidents = data;
    for (const listener of listeners) listener(incidents);
  });
}
