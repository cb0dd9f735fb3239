// The names of all that the runtime stores for one base URL and domain. Each begins with their key.
// The key alone is the name of the session's record, in a text store (the mirror) and in IndexedDB,
// and of the journal of purchases, which has a store of its own in IndexedDB.

/** The name with which all stored names of a base URL and domain begin. */
export const storageKey = (baseUrl: string, domain: string | undefined): string =>
  `usher:${baseUrl}|${domain ?? ''}`;

/**
 * The claim of a tab that is opening a session: the wall time of its request, in ms. In the text
 * store of the session.
 */
export const claimName = (key: string): string => `${key}|claim`;

/** The random IDs of ended epochs of tabs, separated by spaces. In localStorage. */
export const tabEndsName = (key: string): string => `${key}|tab-ends`;

/**
 * The note that an erasure is not confirmed yet. The next page completes it. The note is in
 * localStorage, and in IndexedDB for a killed browser, unless the session only moves.
 */
export const unfinishedName = (key: string): string => `${key}|erasing`;

/** System lists that were read in the session. In IndexedDB. */
export const systemListsName = (key: string): string => `${key}|system`;

/**
 * The inbox: returns that wait for the journal. In sessionStorage and localStorage as lines of
 * text, and in the journal's store of IndexedDB as a list, which survives a killed browser.
 */
export const inboxName = (key: string): string => `${key}|returns`;

/** Returns that belong to no purchase of this browser. In the journal's store of IndexedDB. */
export const unknownReturnsName = (key: string): string => `${key}|unknown-returns`;

/** The text that changes with each step of a purchase, for other tabs. In localStorage. */
export const purchaseSignalName = (key: string): string => `${key}|purchases`;
