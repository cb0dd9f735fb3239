import { allmedia as area, allmediaRows } from '../contract/allmedia.ts';
import type { ValuesOf } from '../contract/endpoint.ts';
import type { mediaParameters } from '../contract/media-parameters.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import { isUsherError } from '../errors/usher-error.ts';
import type { Request, RequestOptions } from '../session/request.ts';
import type { MediaItem, MediaPage } from './media-item.ts';

type Rows = typeof allmediaRows;
type ListName = Exclude<keyof Rows, 'byglobalid'>;
type MediaValues<Name extends keyof Rows> = ValuesOf<Rows[Name], typeof mediaParameters>;
type ListCall<Name extends ListName> = {} extends MediaValues<Name>
  ? (values?: MediaValues<Name>, options?: RequestOptions) => Promise<MediaPage>
  : (values: MediaValues<Name>, options?: RequestOptions) => Promise<MediaPage>;

/** Queries over all streamtypes (`/allmedia`): one function for each endpoint, under its name in the interface. */
export type Allmedia = { readonly [Name in ListName]: ListCall<Name> } & {
  /** One item by its global ID; `null` when it does not exist, or not for this domain. */
  readonly byglobalid: (values: MediaValues<'byglobalid'>, options?: RequestOptions) => Promise<MediaItem | null>;
  /**
   * A list page after page, from `start` on; ends when all that exist have been given.
   * @example for await (const page of allmedia.pages('byquery', { query: 'blender' })) show(page.items);
   */
  readonly pages: <Name extends ListName>(name: Name, values: MediaValues<Name>, options?: RequestOptions) => AsyncGenerator<MediaPage, void>;
};

/** What lists give when no limit is asked for. */
const pageSize = 20;

export function createAllmedia(request: Request): Allmedia {
  const list = async (name: string, values: object = {}, options?: RequestOptions): Promise<MediaPage> => {
    const { result, paging } = await request(area, name, values as Record<string, unknown>, options);
    if (!Array.isArray(result)) throw new MalformedError(`allmedia/${name}: the answer holds no list`);
    const items = result as MediaItem[];
    return { items, paging: paging ?? { start: 0, limit: items.length, resultcount: items.length } };
  };
  async function* pages(name: string, values: object, options?: RequestOptions): AsyncGenerator<MediaPage, void> {
    const { start: first = 0, limit = pageSize } = values as { start?: number; limit?: number };
    for (let start = first; ; ) {
      // Only the first page of a search is the viewer's own: the others are not reported as queries.
      const later = name === 'byquery' && start > first ? { skipReporting: true } : {};
      const page = await list(name, { ...values, ...later, start, limit }, options);
      yield page;
      start += page.items.length;
      if (!page.items.length || start >= page.paging.resultcount) return;
    }
  }
  const byglobalid: Allmedia['byglobalid'] = async (values, options) => {
    try {
      const { result } = await request(area, 'byglobalid', values, options);
      const item = (Array.isArray(result) ? (result as unknown[])[0] : result) ?? null;
      if (typeof item !== 'object') throw new MalformedError('allmedia/byglobalid: the answer holds no item');
      return item as MediaItem | null;
    } catch (error) {
      if (isUsherError(error, 'not-found')) return null;
      throw error;
    }
  };
  const lists = Object.keys(allmediaRows).map((name) => [name, (values?: object, options?: RequestOptions) => list(name, values, options)]);
  return { ...(Object.fromEntries(lists) as Allmedia), byglobalid, pages };
}
