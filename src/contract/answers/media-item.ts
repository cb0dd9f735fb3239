import type { Streamtype } from '../endpoint.ts';
import type { PlatformFields, Wire } from './wire.ts';

/** What an item is. */
export interface MediaGeneral {
  /** The media ID, with every digit. Unique together with the streamtype. */
  readonly ID: string;
  /** The global ID. Unique without a streamtype. */
  readonly GID: string;
  readonly title: string;
  readonly streamtype: Streamtype;
  readonly hash?: string;
  readonly subtitle?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly refnr?: string;
  /** The reference of another system. The platform may send it in `publishingdata`. */
  readonly externalReference?: string;
  readonly genre?: string;
  readonly contenttype?: string;
  /** Two letters, for example `de`. */
  readonly language?: string;
  /** Unix seconds. */
  readonly created?: number;
  /** Unix seconds. */
  readonly uploaded?: number;
  /** `hh:mm:ss`. */
  readonly runtime?: string;
  /** The age from which the item may be watched, in years. 0: any age. */
  readonly ageRestriction?: number;
  readonly isPay?: boolean;
  readonly isPicked?: boolean;
  readonly isEvergreen?: boolean;
  /** Created for kids. Not related to the age restriction. */
  readonly forKids?: boolean;
  readonly isUGC?: boolean;
  /** The relevance in a full-text query. */
  readonly queryscore?: number;
  /** The number of views, in a list by activity. */
  readonly views?: number;
}

/** The cover of an item. */
export interface ImageData {
  /** The address of the cover. */
  readonly thumb?: string;
  /** In pixels. */
  readonly thumb_width?: number;
  /** In pixels. */
  readonly thumb_height?: number;
  /** A text for those who do not see the cover. */
  readonly alt?: string;
}

/** A file that plays. */
export interface StreamFile {
  readonly url?: string;
  /** A media type, for example `video/mp4`. */
  readonly type?: string;
  /** In seconds. */
  readonly duration?: number;
  /** In pixels. */
  readonly width?: number;
  /** In pixels. */
  readonly height?: number;
}

/** How an item plays, for this viewer. */
export interface StreamData {
  readonly canPlay?: boolean;
  /** Why, or why not: `paid`, `not-paid`, `no-file`, … */
  readonly reason?: string;
  /** The address of the file, for a viewer with access. */
  readonly url?: string;
  readonly type?: string;
  /** The files of the item in the platform's order. Empty without access. */
  readonly files?: readonly StreamFile[];
}

/** The restrictions of an item. */
export interface StatusData {
  readonly isPublished?: boolean;
  readonly isPay?: boolean;
  readonly isPremiumOnly?: boolean;
  readonly needsLogin?: boolean;
  /** The age from which the item may be watched, in years. */
  readonly age?: number;
  /** Unix seconds. 0: no start. */
  readonly availableFrom?: number;
  /** Unix seconds. 0: no end. */
  readonly availableUntil?: number;
  /** Country codes. Empty: everywhere. */
  readonly countries?: readonly string[];
}

/** Where and when an item was published. */
export interface PublishingData {
  /** Unix seconds. */
  readonly published?: number;
  /** Unix seconds. */
  readonly modified?: number;
  /** `YYYY-MM-DD`. Empty when it is not known. */
  readonly released?: string;
  readonly channel?: string;
  readonly format?: string;
  readonly externalReference?: string;
  readonly rating?: number;
  readonly votes?: number;
}

/** A tag, person, show, place, product, file or studio of an item. */
export interface MediaReference {
  readonly ID: string;
  readonly title: string;
  /** What a person does, for example `director`. */
  readonly role?: string;
}

/** An item that another one consists of, or that belongs to it. */
export type ConnectedItem = Pick<MediaGeneral, 'ID' | 'GID' | 'title' | 'streamtype'>;

/** What an item refers to. */
export interface ConnectedMedia {
  readonly tags?: readonly MediaReference[];
  readonly persons?: readonly MediaReference[];
  readonly shows?: readonly MediaReference[];
  readonly places?: readonly MediaReference[];
  readonly products?: readonly MediaReference[];
  readonly files?: readonly MediaReference[];
  /** Without members when the item has no studio. */
  readonly studio?: Partial<MediaReference>;
  /** The items of a collection, series or album, in their order. */
  readonly items?: readonly ConnectedItem[];
}

/**
 * A media item. `general` is read: its IDs are text and its flags are booleans. The parts that
 * `additionalFields` asks for are as the platform sends them.
 */
export interface MediaItem {
  readonly general: MediaGeneral;
  readonly imagedata: ImageData;
  /** With `additionalFields: ['streamdata']`. `item.sources()` reads it. */
  readonly streamdata?: Wire<StreamData>;
  /** With `additionalFields: ['statusdata']`. */
  readonly statusdata?: Wire<StatusData>;
  /** With `additionalFields: ['connectedmedia']`. */
  readonly connectedmedia?: Wire<ConnectedMedia>;
  /** With `additionalFields: ['publishingdata']`. */
  readonly publishingdata?: Wire<PublishingData>;
  /**
   * The item with all its fields, as the platform sent it. For fields that have no type here.
   * @example const mood = item.raw?.['general']?.['mood'];
   */
  readonly raw?: Readonly<Record<string, PlatformFields | undefined>>;
}
