import type { MediaItem } from '../../contract/answers/media-item.ts';
import { booleanOf } from '../../dialect/item-state-reader.ts';
import { numberOf, recordOf, textOf } from '../../dialect/readers.ts';
import { MalformedError } from '../../errors/malformed-error.ts';

/** The readers of the known fields of `general`. They accept all formats that platforms use. */
const general: Readonly<Record<string, (value: unknown) => unknown>> = {
  ID: textOf,
  GID: textOf,
  title: textOf,
  streamtype: textOf,
  hash: textOf,
  subtitle: textOf,
  description: textOf,
  externalReference: textOf,
  contenttype: textOf,
  language: textOf,
  slug: textOf,
  refnr: textOf,
  genre: textOf,
  runtime: textOf,
  created: numberOf,
  uploaded: numberOf,
  ageRestriction: numberOf,
  queryscore: numberOf,
  views: numberOf,
  isPay: booleanOf,
  isPicked: booleanOf,
  isEvergreen: booleanOf,
  forKids: booleanOf,
  isUGC: booleanOf,
};
/** The fields that every item has, even if empty. */
const named: Readonly<Record<string, string>> = { ID: '', GID: '', title: '', streamtype: '' };

/**
 * Reads an item of an answer. An unreadable field is left out.
 * @throws {MalformedError} `malformed`, when there is no item.
 */
export function readMediaItem(endpoint: string, value: unknown): MediaItem {
  const item = recordOf(value);
  const given = recordOf(item?.['general']);
  if (!item || !given) throw new MalformedError(endpoint, 'the answer holds no item');
  const known: Record<string, unknown> = { ...named, ...given };
  for (const [name, read] of Object.entries(general)) {
    const field = read(given[name]) ?? named[name];
    if (field === undefined) delete known[name];
    else known[name] = field;
  }
  const imagedata = recordOf(item['imagedata']) ?? {};
  // The interfaces declare the fields that were read here.
  return { ...item, general: known, imagedata, raw: item } as unknown as MediaItem;
}
