import { booleanOf } from '../../dialect/item-state-reader.ts';
import { numberOf, recordOf, textOf } from '../../dialect/readers.ts';
import { MalformedError } from '../../errors/malformed-error.ts';

/** A media item. Known parts are typed, and no part is dropped. */
export interface MediaItem {
  readonly general: {
    /** The media ID, with every digit. Unique together with the streamtype. */
    readonly ID: string;
    /** The global ID. Unique without a streamtype. */
    readonly GID: string;
    readonly title: string;
    readonly streamtype: string;
    readonly hash?: string;
    readonly subtitle?: string;
    readonly slug?: string;
    readonly refnr?: string;
    readonly genre?: string;
    /** Unix seconds. */
    readonly created?: number;
    /** Unix seconds. */
    readonly uploaded?: number;
    /** `hh:mm:ss`. */
    readonly runtime?: string;
    readonly isPay?: boolean;
    readonly isPicked?: boolean;
    readonly forKids?: boolean;
    readonly isUGC?: boolean;
    readonly [name: string]: unknown;
  };
  readonly imagedata: { readonly thumb?: string; readonly [name: string]: unknown };
  /**
   * The address of the file, for a viewer with access. With `additionalFields`, like the parts
   * below. `item.sources()` reads it.
   */
  readonly streamdata?: { readonly url?: string; readonly [name: string]: unknown };
  readonly statusdata?: Readonly<Record<string, unknown>>;
  readonly connectedmedia?: Readonly<Record<string, unknown>>;
  readonly publishingdata?: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

/** The readers of the known fields of `general`. They accept all formats that platforms use. */
const general: Readonly<Record<string, (value: unknown) => unknown>> = {
  ID: textOf,
  GID: textOf,
  title: textOf,
  streamtype: textOf,
  hash: textOf,
  subtitle: textOf,
  slug: textOf,
  refnr: textOf,
  genre: textOf,
  runtime: textOf,
  created: numberOf,
  uploaded: numberOf,
  isPay: booleanOf,
  isPicked: booleanOf,
  forKids: booleanOf,
  isUGC: booleanOf,
};
/** The fields that every item has, even if empty. */
const named = { ID: '', GID: '', title: '', streamtype: '' };

/**
 * Reads an item of an answer. An unreadable field is left out.
 * @throws {MalformedError} `malformed`, when there is no item.
 */
export function readMediaItem(endpoint: string, value: unknown): MediaItem {
  const item = recordOf(value);
  const given = recordOf(item?.['general']);
  if (!given) throw new MalformedError(`${endpoint}: the answer holds no item`);
  const known: Record<string, unknown> = { ...named, ...given };
  for (const [name, read] of Object.entries(general)) {
    const field = read(given[name]) ?? (named as Record<string, unknown>)[name];
    if (field === undefined) delete known[name];
    else known[name] = field;
  }
  // The interfaces declare the fields that were read here.
  return { ...item, general: known, imagedata: recordOf(item!['imagedata']) ?? {} } as MediaItem;
}
