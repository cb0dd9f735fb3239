import { nothing } from '../../browser/nothing.ts';
import type { MediaItem } from '../../contract/answers/media-item.ts';
import type { Answer, Paging } from '../../dialect/envelope.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import type { DataParts } from '../ask.ts';
import { readMediaItem } from './media-item.ts';

/** One page of a list. */
export interface MediaPage {
  readonly items: readonly MediaItem[];
  /** `start` from 0, `limit` of this page, `resultcount` of all existing items. */
  readonly paging: Paging;
}

/** Reads a page of an answer. */
export const readMediaPage =
  (endpoint: string) =>
  ({ result, paging }: Answer): MediaPage => {
    if (!Array.isArray(result)) throw new MalformedError(endpoint, 'the answer holds no list');
    const items = result.map((item) => readMediaItem(endpoint, item));
    return {
      items,
      paging: paging ?? { start: 0, limit: items.length, resultcount: items.length },
    };
  };

/** The key that distinguishes items. */
const keyOf = ({ general: { GID, ID, streamtype } }: MediaItem): string =>
  GID ? GID : ID && `${streamtype}/${ID}`;

/**
 * Creates the check of a loop that begins now. It throws `aborted` after the signal of the loop,
 * and when the viewer is not the one of its first page any more. The first check is after that.
 */
function createLoopCheck(
  followViewer: DataParts['followViewer'],
  given: AbortSignal | undefined,
): () => void {
  const { life } = followViewer();
  let first: string | null | undefined;
  return () => {
    const { userId } = followViewer(); // another tab may have logged in or out
    if (first === undefined) first = userId;
    const hasChanged = userId !== undefined && userId !== first;
    if (hasChanged || life.aborted || given?.aborted) throw new AbortedError();
  };
}

/**
 * Reads a list page by page. The next page is fetched in advance. An item that a changing list
 * contains twice is returned once. `fetchPage` receives the start of the page, and whether it is
 * fetched in advance.
 */
export async function* pagesFrom(
  first: number,
  fetchPage: (start: number, isAhead: boolean, signal: AbortSignal) => Promise<MediaPage>,
  followViewer: DataParts['followViewer'],
  given: AbortSignal | undefined,
): AsyncGenerator<MediaPage, void> {
  const check = createLoopCheck(followViewer, given);
  const seen = new Set<string>();
  const ahead = new AbortController();
  const end = (): void => ahead.abort();
  given?.addEventListener('abort', end);
  if (given?.aborted) end();
  try {
    let next: Promise<MediaPage> | undefined = fetchPage(first, false, ahead.signal);
    for (let start = first; next;) {
      const page: MediaPage = await next;
      check(); // the page may have been fetched before
      start += page.items.length;
      next =
        page.items.length && start < page.paging.resultcount
          ? fetchPage(start, true, ahead.signal)
          : undefined;
      next?.catch(nothing); // the error is thrown when the page is requested
      const items = page.items.filter((item) => !seen.has(keyOf(item)));
      for (const item of items) if (keyOf(item)) seen.add(keyOf(item));
      if (items.length || start === first || !next) yield { ...page, items };
    }
  } finally {
    end();
    given?.removeEventListener('abort', end);
  }
}

/** Reads the same list item by item. */
export async function* itemsFrom(
  read: () => AsyncGenerator<MediaPage, void>,
  followViewer: DataParts['followViewer'],
  given: AbortSignal | undefined,
): AsyncGenerator<MediaItem, void> {
  const list = read();
  const check = createLoopCheck(followViewer, given);
  for await (const { items } of list) {
    for (const item of items) {
      check();
      yield item;
    }
  }
}
