import type { Allmedia, MediaItem, ReadOptions } from 'usher-runtime';
import { titleOf } from '../items/media-item.ts';

/** An item with its title; the item is absent where it is not found. */
export interface TitledItem {
  readonly title: string;
  readonly item: MediaItem | undefined;
}

/** Titles of items, looked up once each; what is not found goes by its number. */
export interface ItemTitles {
  readonly ofGid: (gid: string, options?: ReadOptions) => Promise<string>;
  /**
   * Reads the items that were watched lately. The interface finds no item by its ID alone, but
   * lists those that are active: it is read until all are found, or there are no more.
   */
  readonly readActive: (ids: readonly string[]) => Promise<void>;
  /** Of an item that `readActive` has read. */
  readonly ofId: (id: string) => TitledItem;
}

export function createItemTitles(allmedia: Allmedia): ItemTitles {
  const byGid = new Map<string, MediaItem | null>();
  const byId = new Map<string, MediaItem>();
  return {
    async ofGid(gid, options) {
      const known = byGid.get(gid);
      const item =
        known === undefined ? await allmedia.byglobalid({ globalid: gid }, options) : known;
      byGid.set(gid, item);
      return item ? titleOf(item) : `Item ${gid}`;
    },
    async readActive(ids) {
      const isComplete = (): boolean => ids.every((id) => byId.has(id));
      if (isComplete()) return;
      for await (const item of allmedia.items('mostactive', { timeframe: 1, limit: 100 })) {
        byId.set(item.general.ID, item);
        if (isComplete()) return;
      }
    },
    ofId(id) {
      const item = byId.get(id);
      return { title: item ? titleOf(item) : `Item ${id}`, item };
    },
  };
}
