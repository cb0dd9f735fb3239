import type { UsherError } from '../errors/usher-error.ts';
import type { Usher } from './usher.ts';

/** A function that a page pushes. It is called with the runtime. */
export type UsherCallback = (usher: Usher) => void;

/** The number of a domain, as a number or as text. */
export type Domain = number | string;

/**
 * The value of `window.usher` after a script tag has run: the queue of the page, not a runtime.
 * Before that, a page may make it an array.
 *
 * Without a domain, `push` and `ready` mean the main domain of the page: the one of the first
 * script tag in the document. So the order of the markup decides, and not the order in which files
 * are loaded. The choice is made when the first tag starts, and stays. At that time all earlier
 * tags of the markup are in the document. Only a tag that a script inserts may come before or after
 * it by chance: a page that inserts tags for several domains names the domain.
 */
export interface UsherQueue {
  /**
   * Calls back with the runtime of a domain, once: at once if it exists, else when its tag has
   * started, in the order of the calls. Never, when no tag of the domain starts.
   * @example window.usher.push(742, (usher) => usher.$session.subscribe(show));
   */
  readonly push: (
    ...given: [callback: UsherCallback] | [domain: Domain, callback: UsherCallback]
  ) => void;
  /**
   * Resolves with the runtime of a domain, when its tag has started.
   * @throws The error of the tag, when it could not be started: `input`, with the attribute in
   *   `field`; `unsupported`.
   */
  readonly ready: (domain?: Domain) => Promise<Usher>;
  /** The runtime of a domain, if it exists. */
  readonly for: (domain: Domain) => Usher | undefined;
  /** Why a tag could not be started: the error of the last one. */
  readonly error?: UsherError;
}

/**
 * Why a script tag could not be started. A page that reports a missing file by itself gives only
 * `code` and `message`.
 */
export type UsherFailure = Pick<UsherError, 'code' | 'message'> & Partial<UsherError>;

declare global {
  interface Window {
    /** The queue of the page's script tags. An array until the first one has run. */
    usher?: UsherQueue | (UsherCallback | Domain)[];
  }
  interface WindowEventMap {
    /** A script tag could not be started. `detail` is the reason. */
    'usher-error': CustomEvent<UsherFailure>;
  }
}
