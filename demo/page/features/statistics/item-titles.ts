import { titleOf } from '../media/media-item.ts';

/**
 * Items and their titles by GlobalID and by ID, looked up once each; what is not found goes by its
 * number.
 */
export function createItemTitles(allmedia) {
  const byGid = new Map();
  const byId = new Map();
  return {
    async ofGid(gid, options) {
      if (!byGid.has(gid)) byGid.set(gid, await allmedia.byglobalid({ globalid: gid }, options));
      const item = byGid.get(gid);
      return item ? titleOf(item) : `Item ${gid}`;
    },
    /**
     * Learns what was watched of late. The interface finds no item by its ID alone, but lists what
     * is active: it is read until all are found, or there is no more.
     */
    async learnActive(ids) {
      const isKnown = () => ids.every((id) => byId.has(id));
      if (isKnown()) return;
      for await (const item of allmedia.items('mostactive', { timeframe: 1, limit: 100 })) {
        byId.set(String(item.general.ID), item);
        if (isKnown()) return;
      }
    },
    ofId: (id) => ({
      title: byId.has(id) ? titleOf(byId.get(id)) : `Item ${id}`,
      item: byId.get(id),
    }),
  };
}
