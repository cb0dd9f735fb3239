import { connectedTo } from '../media/media-item.ts';
import { lists, references } from './lists.ts';

/**
 * The list that an address asks for: which call it is, and how it is headed. Nothing where there is
 * no such list.
 * @param {URLSearchParams} address
 */
export function chosenList(address) {
  const by = address.get('by') ?? 'all';
  if (Object.hasOwn(lists, by)) return named(by, address.get('genre'));
  if (!Object.hasOwn(references, by)) return undefined;
  const { word, part, ...calls } = references[by];
  const id = address.get('id') ?? '';
  const name = address.get('name') ?? '';
  if (calls.id && /^\d+$/.test(id)) {
    return {
      ...goesBy(calls.id, id),
      word,
      title: '',
      titleIn: (items) => titleOf(items, part, (entry) => entry.id === id),
    };
  }
  if (calls.name && name && !id) {
    return {
      ...goesBy(calls.name, name),
      word,
      title: name,
      titleIn: (items) => titleOf(items, part, (entry) => sameWords(entry.title, name)),
    };
  }
  return undefined;
}

/** A list of the house itself; one genre of it goes by that genre's name. */
function named(by, genre) {
  const { title, ...rest } = lists[by];
  if (by !== 'all' || !genre) {
    return { call: by, values: {}, word: 'Browse', title, titleIn: () => title, ...rest };
  }
  return {
    call: by,
    values: {},
    word: 'Genre',
    title: '',
    titleIn: ([item]) => String(item?.general.genre ?? ''),
  };
}

const goesBy = ([call, field], value) => ({ call, values: { [field]: value } });

/** An answer names what it was asked for in its items only. */
const titleOf = (items, part, isMeant) =>
  items.flatMap((item) => connectedTo(item, part)).find(isMeant)?.title ?? '';

const sameWords = (one, other) => one.toLowerCase() === other.toLowerCase();
