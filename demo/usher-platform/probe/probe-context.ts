import type { ProbeSession } from './authorize-call.ts';
import type { Wire } from './exchange.ts';
import type { Assumption, Differences } from './findings.ts';

/** An item whose state the probe asks, and what is known of it. */
export interface ProbedItem {
  readonly id: string;
  readonly streamtype: string;
  /** `free`: anybody may play it. `paid`: a viewer who bought nothing may not. */
  readonly expected?: 'free' | 'paid' | undefined;
}

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
