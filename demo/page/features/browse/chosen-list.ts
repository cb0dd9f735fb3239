import type { MediaItem } from 'usher-runtime';
import { connectedTo, type Connection } from '../items/media-item.ts';
import type { ListCall } from './list-call.ts';
import { lists, type NamedList } from './lists.ts';
import { references } from './references.ts';

/** A list that an address asks for: which call it is, and its heading. */
export interface ChosenList extends Pick<NamedList, 'isOrdered' | 'isRanking' | 'isRandom'> {
  readonly call: ListCall;
  /** What it is, above the title. */
  readonly kind: string;
  /** Empty where only the items name it. */
  readonly title: string;
  readonly story?: string;
  /** The title as the items name it; empty where they do not. */
  readonly titleIn: (items: readonly MediaItem[]) => string;
}

/** The list that an address asks for; `undefined` where there is no such list. */
export function chosenList(address: URLSearchParams): ChosenList | undefined {
  const by = address.get('by') ?? 'all';
  const list = Object.hasOwn(lists, by) ? lists[by] : undefined;
  const genre = by === 'all' && address.get('genre');
  if (list) return genre ? genreList(list) : namedList(list);
  return referenceList(by, address.get('id') ?? '', address.get('name') ?? '');
}

const namedList = (list: NamedList): ChosenList => ({
  ...list,
  kind: 'Browse',
  titleIn: () => list.title,
});

/** Everything of one genre, which the items name. The filters narrow the call. */
const genreList = ({ call }: NamedList): ChosenList => ({
  call,
  kind: 'Genre',
  title: '',
  titleIn: ([item]) => item?.general.genre ?? '',
});

function referenceList(by: string, id: string, name: string): ChosenList | undefined {
  const reference = Object.hasOwn(references, by) ? references[by] : undefined;
  if (!reference) return undefined;
  const { title, part, byId, byName } = reference;
  if (byId && /^\d+$/.test(id)) {
    return {
      call: byId(id),
      kind: title,
      title: '',
      titleIn: (items) => titleOf(items, part, (entry) => entry.id === id),
    };
  }
  if (byName && name && !id) {
    return {
      call: byName(name),
      kind: title,
      title: name,
      titleIn: (items) => titleOf(items, part, (entry) => isSameText(entry.title, name)),
    };
  }
  return undefined;
}

const titleOf = (
  items: readonly MediaItem[],
  part: string,
  isMeant: (entry: Connection) => boolean,
): string => items.flatMap((item) => connectedTo(item, part)).find(isMeant)?.title ?? '';

const isSameText = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
