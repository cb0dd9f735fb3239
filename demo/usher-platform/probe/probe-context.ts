import type { Wire } from '../../../src/testing/dialect-check/wire.ts';
import type { ProbeSession } from './authorize-call.ts';
import type { Assumption, Differences } from './findings.ts';

/** How the parts of the probe share what they know. */
export interface ProbeContext {
  readonly wire: Wire;
  readonly differences: Differences;
  /** Takes down how an assumption stands. */
  readonly note: (assumption: Assumption) => void;
}

/** A session with the way to call with it. */
export interface FoundSession extends ProbeSession {
  /** The headers that authorize an operation. */
  readonly headersFor: (operation: string) => Record<string, string>;
}
