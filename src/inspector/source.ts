import type { ReadableAtom } from 'nanostores';
import type { Browser } from '../browser/browser.ts';
import type { PurchaseEvents } from '../checkout/context.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { Explanation } from '../item/explain.ts';
import type { ItemEvents } from '../item/item-events.ts';
import type { Items } from '../item/items.ts';
import type { On } from '../reactive/events.ts';
import type { SessionEvents } from '../session/state/session-events.ts';
import type { SessionState } from '../session/state/session-state.ts';
import type { CallEvent } from '../transport/call-event.ts';
import type { RequestTiming } from '../transport/call-log.ts';

/** The events that the inspector records. */
export interface InspectedEvents extends SessionEvents, ItemEvents, PurchaseEvents {}

/** How a session is stored and kept. */
export interface SessionFacts {
  readonly persistence: string;
  readonly mode: string;
  readonly epoch: number;
  /** When the platform last answered for the session, in ms since 1970. */
  readonly keptAliveAt: number | null;
}

/** The right to call the platform for all tabs of the device. */
export interface LeaseFacts {
  readonly isHeldHere: boolean;
  /** When the lease in the database ends, in ms since 1970. Absent while no tab has it. */
  readonly expiresAt: number | undefined;
}

/** The result of one check of the diagnosis. */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** A call to the platform, before or after the inspector was opened. */
export type InspectedCall = RequestTiming & Partial<Pick<CallEvent, 'attempt' | 'code'>>;

/** What the inspector shows of a runtime. */
export interface InspectorSource {
  readonly baseUrl: string;
  /** The address of the documentation site, if the tables link to it. */
  readonly docs: string | undefined;
  readonly $session: ReadableAtom<SessionState>;
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  readonly items: Items<{ readonly explain: () => Promise<Explanation> }>;
  readonly on: On<InspectedEvents>;
  readonly sessionFacts: () => SessionFacts;
  readonly leaseFacts: () => Promise<LeaseFacts>;
  /** Where the inspector simulates faults. */
  readonly browser: Pick<Browser, 'fetch' | 'clock'>;
  /** The name of the device's session in its storage. */
  readonly key: string;
  /** The last calls before now, oldest first. */
  readonly pastCalls: () => Promise<readonly RequestTiming[]>;
  readonly diagnose: () => Promise<readonly CheckResult[]>;
  readonly supportReport: () => Promise<object>;
  /** Wall time in ms since 1970. */
  readonly now: () => number;
  /** Calls back when the runtime is disposed of. The returned function unsubscribes. */
  readonly onDisposed: (callback: () => void) => () => void;
}
