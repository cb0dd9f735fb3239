import type { MediaItem, MediaPage } from 'usher-runtime';

/** Where a list is read from. */
export interface ListStart {
  readonly start: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Reads a list page by page. */
export type OpenList = (from: ListStart) => AsyncGenerator<MediaPage, void>;

/** One way through a list. */
export interface ListPages {
  readonly next: () => Promise<MediaPage>;
  /** Ends what is being asked. */
  readonly stop: () => void;
  /** How many items came so far. */
  readonly shown: () => number;
  readonly isBusy: () => boolean;
  readonly isOver: () => boolean;
}

/**
 * Goes through a list. After a failure the next page is asked for where the last one ended; an item
 * that comes twice is given once.
 * @param isSingle ends after one page
 */
export function createListPages(
  open: OpenList,
  { limit, isSingle }: { readonly limit: number; readonly isSingle: boolean },
): ListPages {
  const controller = new AbortController();
  const seen = new Set<string>();
  let pages: AsyncGenerator<MediaPage, void> | undefined;
  let isBusy = false;
  let isOver = false;

  const read = async (): Promise<MediaPage> => {
    pages ??= open({ start: seen.size, limit, signal: controller.signal });
    const { value: page } = await pages.next();
    const items = takeNew(page?.items ?? [], seen);
    const paging = page?.paging ?? { start: 0, limit, resultcount: seen.size };
    isOver = isSingle || seen.size >= paging.resultcount;
    if (isOver) void pages.return();
    return { items, paging };
  };
  return {
    stop: () => controller.abort(),
    shown: () => seen.size,
    isBusy: () => isBusy,
    isOver: () => isOver,
    async next() {
      isBusy = true;
      try {
        return await read();
      } catch (error) {
        pages = undefined; // it has ended with the error
        throw error;
      } finally {
        isBusy = false;
      }
    },
  };
}

/** The items that were not seen before; they are seen then. */
const takeNew = (items: readonly MediaItem[], seen: Set<string>): MediaItem[] =>
  items.filter(({ general }) => {
    const isNew = !seen.has(general.GID);
    seen.add(general.GID);
    return isNew;
  });
