/**
 * One way through a list, page by page. After a failure the next page is asked for where the last
 * one ended; what comes twice is shown once.
 * @param {(from: { start: number, limit: number, signal: AbortSignal }) => AsyncIterator<any>} open
 */
export function createListRun(open, { limit, isSingle }) {
  const controller = new AbortController();
  const seen = new Set();
  let pages;
  return {
    shown: 0,
    isBusy: false,
    isOver: false,
    stop: () => controller.abort(),
    /** @throws what the call throws */
    async next() {
      this.isBusy = true;
      try {
        pages ??= open({ start: this.shown, limit, signal: controller.signal });
        const { value: page, done } = await pages.next();
        const items = (page?.items ?? []).filter(
          ({ general }) => !seen.has(general.GID) && seen.add(general.GID),
        );
        this.shown += items.length;
        this.isOver = isSingle || Boolean(done) || this.shown >= page.paging.resultcount;
        if (this.isOver) void pages.return?.();
        return { items, paging: page?.paging ?? { start: 0, limit, resultcount: this.shown } };
      } catch (error) {
        pages = undefined; // it has ended with the error
        throw error;
      } finally {
        this.isBusy = false;
      }
    },
  };
}
