import type { CommonEvents, Emit } from '../browser/events.ts';
import type { ItemState } from './item-state.ts';

/** What a page can hear of its items. */
export interface ItemEvents extends CommonEvents {
  /** An item's state changed. */
  item: ItemState & { readonly item: string; readonly streamtype: string };
}

export type EmitItem = Emit<ItemEvents>;
