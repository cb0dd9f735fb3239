const name = 'lantern-row:wanted';

/**
 * Notes which ticket a viewer wants who has to log in first: who goes to the directory for that
 * comes back to a new page.
 */
export function noteWanted(offer) {
  try {
    if (offer) sessionStorage.setItem(name, JSON.stringify({ offer, address: location.href }));
    else sessionStorage.removeItem(name);
  } catch {
    // blocked: then it is to be chosen once more
  }
}

/** What was wanted on this very page, once. */
export function takeWanted() {
  try {
    const { offer, address } = JSON.parse(sessionStorage.getItem(name)) ?? {};
    noteWanted(undefined);
    return address === location.href ? offer : undefined;
  } catch {
    return undefined;
  }
}
