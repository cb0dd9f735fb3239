import { nothing } from '../../browser/nothing.ts';
import type { MediaItem } from '../../contract/answers/media-item.ts';
import type { Answer, AnswerPaging, Paging } from '../../dialect/envelope.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import type { DataParts } from '../ask.ts';
import type { FetchOptions } from '../reader.ts';
import { readMediaItem } from './media-item.ts';

/** One page of a list. */
export interface MediaPage {
  readonly items: readonly MediaItem[];
  /**
   * `start` from 0, `limit` of this page, `resultcount` of all existing items. `isCounted` is
   * `false` if the platform has sent no count.
   */
  readonly paging: Paging;
}

/** Reads a page of an answer. */
export const readMediaPage =
  (endpoint: string) =>
  ({ result, paging }: Answer): MediaPage => {
    if (!Array.isArray(result)) throw new MalformedError(endpoint, 'the answer holds no list');
    const items = result.map((item) => readMediaItem(endpoint, item));
    return { items, paging: pagingOf(paging, items.length) };
  };

/** The paging of a page of so many items. */
function pagingOf(paging: AnswerPaging | undefined, length: number): Paging {
  const { start = 0, limit = length, resultcount } = paging ?? {};
  if (resultcount !== undefined) return { start, limit, resultcount };
  return { start, limit, resultcount: start + length, isCounted: false };
}

/** The key that distinguishes items. */
const keyOf = ({ general: { GID, ID, streamtype } }: MediaItem): string =>
  GID ? GID : ID && `${streamtype}/${ID}`;

/**
 * Whether the list may go on at `next`, the start of the next page. Without a count a full page may
 * be followed by another one. `limit`: the largest page that was requested; that of the platform
 * may be smaller, and without paging it is not known. A page without a new item ends the list: the
 * platform may ignore `start`.
 */
function mayGoOn(
  { items, paging }: MediaPage,
  newItems: readonly MediaItem[],
  next: number,
  limit: number,
): boolean {
  if (paging.isCounted !== false) return items.length > 0 && next < paging.resultcount;
  const isFull = items.length >= Math.min(limit, paging.limit || limit);
  return isFull && newItems.some(keyOf);
}

/**
 * Creates the check of a loop that begins now. It throws `aborted` after the signal of the loop,
 * and when the viewer is not the one of its first page any more. The first check is after that.
 */
function createLoopCheck(
  getViewer: DataParts['getViewer'],
  given: AbortSignal | undefined,
): () => void {
  const { viewerSignal } = getViewer();
  let first: string | null | undefined;
  return () => {
    const { userId } = getViewer(); // another tab may have logged in or out
    if (first === undefined) first = userId;
    if (viewerSignal.aborted || given?.aborted) throw new AbortedError([given, viewerSignal]);
    if (userId !== undefined && userId !== first) throw new AbortedError('viewer-changed');
  };
}

/** Fetches the page that begins at `start`. `again`: in advance, before the viewer asks for it. */
export type FetchPage = (
  start: number,
  how: Pick<FetchOptions, 'signal'> & Partial<Pick<FetchOptions, 'again'>>,
) => Promise<MediaPage>;

/**
 * Reads a list page by page. The next page is fetched in advance. An item that a changing list
 * contains twice is returned once. `first`: the start of the first page. `limit`: the size of a
 * page.
 */
export async function* pagesFrom(
  { first, limit }: { readonly first: number; readonly limit: number },
  fetchPage: FetchPage,
  getViewer: DataParts['getViewer'],
  given: AbortSignal | undefined,
): AsyncGenerator<MediaPage, void> {
  const check = createLoopCheck(getViewer, given);
  const seen = new Set<string>();
  const controller = new AbortController();
  const { signal } = controller;
  const end = (): void => controller.abort();
  given?.addEventListener('abort', end);
  if (given?.aborted) end();
  try {
    let next: Promise<MediaPage> | undefined = fetchPage(first, { signal });
    for (let start = first; next;) {
      const page: MediaPage = await next;
      check(); // the page may have been fetched before
      start += page.items.length;
      const items = page.items.filter((item) => !seen.has(keyOf(item)));
      next = mayGoOn(page, items, start, limit)
        ? fetchPage(start, { signal, again: true })
        : undefined;
      next?.catch(nothing); // the error is thrown when the page is requested
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
  getViewer: DataParts['getViewer'],
  given: AbortSignal | undefined,
): AsyncGenerator<MediaItem, void> {
  const list = read();
  const check = createLoopCheck(getViewer, given);
  for await (const { items } of list) {
    for (const item of items) {
      check();
      yield item;
    }
  }
}
