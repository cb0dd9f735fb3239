import type { PurchaseEvents } from '../checkout/context.ts';
import type { ItemEvents } from '../item/item-events.ts';
import type { On } from '../reactive/events.ts';
import type { SessionEvents } from '../session/state/session-events.ts';

/** The events of the runtime for the page, by name. */
export interface UsherEvents extends SessionEvents, ItemEvents, PurchaseEvents {}

/** Subscribes to an event. The returned function unsubscribes. */
export type OnUsher = On<UsherEvents>;
