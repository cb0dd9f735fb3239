import { booleanOf } from '../../dialect/item-state-reader.ts';
import { numberOf, recordOf, textOf } from '../../dialect/readers.ts';
import { MalformedError } from '../../errors/malformed-error.ts';

/** A media item: the parts are typed as far as they are known, and nothing is dropped. */
export interface MediaItem {
  readonly general: {
    /** The media ID, with every digit; unique together with the streamtype. */
    readonly ID: string;
    /** The global ID: unique without a streamtype. */
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
  /** With `additionalFields`, as are the parts below. */
  readonly streamdata?: Readonly<Record<string, unknown>>;
  readonly statusdata?: Readonly<Record<string, unknown>>;
  readonly connectedmedia?: Readonly<Record<string, unknown>>;
  readonly publishingdata?: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

/** How the known fields of `general` read, in whatever form a platform writes them. */
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
/** These every item has, be they empty. */
const named = { ID: '', GID: '', title: '', streamtype: '' };

/**
 * An item out of an answer. A field that cannot be read is left out.
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
  // The interfaces say what was read here.
  return { ...item, general: known, imagedata: recordOf(item!['imagedata']) ?? {} } as MediaItem;
}
