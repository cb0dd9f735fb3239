/** An entry for the option `debug`. */
export interface DebugEntry {
  /** In ms since 1970. */
  readonly notedAt: number;
  readonly level: 'warning' | 'error';
  /** The code of an error, or `warning`, `deprecation`, `listener`. */
  readonly code: string;
  readonly message: string;
  /** The page of the documentation about it, in the package `usher-runtime`. */
  readonly link: string;
}

/** Where entries are shown: the console, or a function of the page. */
export type DebugTarget = true | ((entry: DebugEntry) => void);

/** What happened, before it is written as an entry. */
export interface DebugNote {
  readonly notedAt: number;
  /** The name of an event, `listener` for an error of the page's own code, or `gate`. */
  readonly kind: string;
  readonly value: unknown;
  /** What it is about, where the value does not say so: `usher-gate, item 7, globalid 107`. */
  readonly where?: string | undefined;
}

/**
 * The notes of this copy of the code, while a page has the option `debug`. They wait here until the
 * code that writes them is loaded, which then takes them itself.
 */
export const debug: {
  notes?: { readonly push: (note: DebugNote) => unknown };
  target?: DebugTarget;
} = {};

/** Notes an event, an error of the page's own code (`listener`), or a new gate (`gate`). */
export function noteForDebug(kind: string, value: unknown, where?: string): void {
  debug.notes?.push({ notedAt: Date.now(), kind, value, where });
}
