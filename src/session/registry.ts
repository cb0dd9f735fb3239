/** The answer of a payment provider to this page, until it is in the journal. */
export interface PageReturn {
  /** The text as it was in the address. Secret. */
  readonly text: string;
  /** Time of arrival, in ms since 1970. */
  readonly receivedAt: number;
  /**
   * Resolves when the durable write of it has ended, successful or not. Not there when nothing is
   * written.
   */
  readonly writing?: Promise<void> | undefined;
}

/** The runtime of a page, with what other copies of the code need of it. */
export interface RegisteredRuntime<Runtime = unknown> {
  readonly usher: Runtime;
  /** The options that it was created with. */
  readonly given: unknown;
  /** Emits a warning. */
  readonly warn: (text: string) => void;
  /** Checks whether a return waits to be stored or read. */
  readonly findReturns: () => void;
}

/**
 * The data of a page for one base URL and domain: the runtime, and the returns that wait for it.
 */
export interface Registration<Runtime = unknown> {
  runtime?: RegisteredRuntime<Runtime> | undefined;
  /**
   * The returns to this page. Empty: a store has a return of an earlier page. `undefined`: none is
   * known. Copies of other builds read it too, so its name stays.
   */
  returns?: readonly PageReturn[] | undefined;
  /** One object for each copy of the code that has requested the runtime. */
  copies?: Set<unknown>;
}

/** The global that all copies of the code share. */
const sharedName: symbol = Symbol.for('usher');

/** One registration for each base URL and domain, shared by every copy of this code on the page. */
export function registrationFor<Runtime>(key: string): Registration<Runtime> {
  const globals = globalThis as Record<symbol, Record<string, Registration<Runtime>> | undefined>;
  const registrations = (globals[sharedName] ??= {});
  return (registrations[key] ??= {});
}
