import type { MediaItem } from '../contract/answers/media-item.ts';
import { idOf } from '../dialect/readers.ts';
import type { ItemInternals } from './item.ts';

/**
 * Says that the global ID of an item is that of another item. `undefined` when it is not, or when
 * the platform does not name the item. `film` is what the platform answers for the global ID.
 */
export function otherItem(
  { reference: { item }, globalId }: Pick<ItemInternals, 'reference' | 'globalId'>,
  { general }: Pick<MediaItem, 'general'>,
): string | undefined {
  const id = idOf(general.ID);
  return id && id !== String(item) ? `item ${item}: globalid ${globalId} is item ${id}` : undefined;
}
