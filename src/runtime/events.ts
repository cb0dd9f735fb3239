import type { On } from '../browser/events.ts';
import type { PurchaseEvents } from '../checkout/context.ts';
import type { ItemEvents } from '../item/item-events.ts';
import type { SessionEvents } from '../session/session-events.ts';

/** What a page can hear of, by name. */
export interface UsherEvents extends SessionEvents, ItemEvents, PurchaseEvents {}

/** Subscribes to an event; the returned function ends it. */
export type OnUsher = On<UsherEvents>;
