import type { CommonEvents, Emit } from '../reactive/events.ts';
import type { ItemState } from './item-state.ts';

/** The events of items for the page. */
export interface ItemEvents extends CommonEvents {
  /** An item's state changed. */
  item: ItemState & { readonly item: string; readonly streamtype: string };
}

export type EmitItem = Emit<ItemEvents>;
