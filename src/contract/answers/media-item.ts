import type { Streamtype } from '../endpoint.ts';
import type { PlatformFields, Wire } from './wire.ts';

/** What an item is: `general` in the answers of `/allmedia`. */
export interface MediaGeneral {
  /** The media ID, with every digit. Unique together with the streamtype. */
  readonly ID: string;
  /** The global ID. Unique without a streamtype. */
  readonly GID: string;
  /** The title, in the language of the session or of `forceLanguage`. */
  readonly title: string;
  /** The kind of media, for example `video`. */
  readonly streamtype: Streamtype;
  /** A text that identifies the item. Statistics take it as `itemReference`. */
  readonly hash?: string;
  /** A second title. Empty when there is none. */
  readonly subtitle?: string;
  /** A text about the item. It may have several lines. */
  readonly description?: string;
  /** The title in the form of an address, for example `the-third-man`. */
  readonly slug?: string;
  /** The reference number of the item. Statistics take it as `itemReference`. */
  readonly refnr?: string;
  /** The reference of another system. The platform may send it in `publishingdata`. */
  readonly externalReference?: string;
  /** The name of the genre, for example `Drama`. */
  readonly genre?: string;
  /** The kind of content, for example `movie`: an entry of `system/videocontenttypes`. */
  readonly contenttype?: string;
  /** Two letters, for example `de`. */
  readonly language?: string;
  /** When the item was created. Unix seconds. `allmedia/latest` sorts by it. */
  readonly created?: number;
  /** When the file was uploaded. Unix seconds. */
  readonly uploaded?: number;
  /** The duration, as `hh:mm:ss`. */
  readonly runtime?: string;
  /** The age from which the item may be watched, in years. 0: any age. */
  readonly ageRestriction?: number;
  /** Whether the item costs money. */
  readonly isPay?: boolean;
  /** Whether an editor picked the item: it is in `allmedia/picked`. */
  readonly isPicked?: boolean;
  /** Whether the item is always of interest: it is in `allmedia/evergreens`. */
  readonly isEvergreen?: boolean;
  /** Created for kids. Not related to the age restriction. */
  readonly forKids?: boolean;
  /** Whether a user uploaded the item (user-generated content). */
  readonly isUGC?: boolean;
  /** The relevance in a full-text query. */
  readonly queryscore?: number;
  /** The number of views, in a list by activity. */
  readonly views?: number;
}

/** The cover of an item: `imagedata` in the answers of `/allmedia`. */
export interface ImageData {
  /** The address of the cover. */
  readonly thumb?: string;
  /** The width of the cover, in pixels. */
  readonly thumb_width?: number;
  /** The height of the cover, in pixels. */
  readonly thumb_height?: number;
  /** A text for those who do not see the cover. */
  readonly alt?: string;
}

/** A file that plays. */
export interface StreamFile {
  /** The address of the file. */
  readonly url?: string;
  /** A media type, for example `video/mp4`. */
  readonly type?: string;
  /** The duration, in seconds. */
  readonly duration?: number;
  /** The width of the picture, in pixels. */
  readonly width?: number;
  /** The height of the picture, in pixels. */
  readonly height?: number;
}

/** How an item plays, for this viewer: `streamdata`, when it is asked for. */
export interface StreamData {
  /** Whether the viewer may watch the item now. */
  readonly canPlay?: boolean;
  /** Why, or why not: `paid`, `not-paid`, `no-file`, … */
  readonly reason?: string;
  /** The address of the file, for a viewer with access. */
  readonly url?: string;
  /** The media type of the file, for example `video/mp4`. */
  readonly type?: string;
  /** The files of the item in the platform's order. Empty without access. */
  readonly files?: readonly StreamFile[];
}

/** The restrictions of an item: `statusdata`, when it is asked for. */
export interface StatusData {
  /** Whether the item is published. */
  readonly isPublished?: boolean;
  /** Whether the item costs money. */
  readonly isPay?: boolean;
  /** Whether only a premium subscription opens the item. */
  readonly isPremiumOnly?: boolean;
  /** Whether a viewer has to log in to watch the item. */
  readonly needsLogin?: boolean;
  /** The age from which the item may be watched, in years. */
  readonly age?: number;
  /** From when the item may be watched. Unix seconds. 0: no start. */
  readonly availableFrom?: number;
  /** Until when the item may be watched. Unix seconds. 0: no end. */
  readonly availableUntil?: number;
  /** The countries in which the item may be watched, as codes. Empty: everywhere. */
  readonly countries?: readonly string[];
}

/** Where and when an item was published: `publishingdata`, when it is asked for. */
export interface PublishingData {
  /** Unix seconds. */
  readonly published?: number;
  /** Unix seconds. */
  readonly modified?: number;
  /** The day on which the work was released, as `YYYY-MM-DD`. Empty when it is not known. */
  readonly released?: string;
  /** The ID of the channel, with every digit. `0` without one. */
  readonly channel?: string;
  /** The ID of the format, with every digit. `0` without one. */
  readonly format?: string;
  /** The reference of another system. The platform may send it in `general`. */
  readonly externalReference?: string;
  /** The mean of all votes. */
  readonly rating?: number;
  /** The number of votes. */
  readonly votes?: number;
}

/** A tag, person, show, place, product, file or studio of an item. */
export interface MediaReference {
  /** The ID of the reference, with every digit. */
  readonly ID: string;
  /** The name, for example of a person. */
  readonly title: string;
  /** What a person does, for example `director`. */
  readonly role?: string;
}

/** An item that another one consists of, or that belongs to it. */
export type ConnectedItem = Pick<MediaGeneral, 'ID' | 'GID' | 'title' | 'streamtype'>;

/** What an item refers to: `connectedmedia`, when it is asked for. */
export interface ConnectedMedia {
  /** The tags. `allmedia/bytag` takes a `title`. */
  readonly tags?: readonly MediaReference[];
  /** The persons. `allmedia/byperson` takes a `title`, `bypersonid` an `ID`. */
  readonly persons?: readonly MediaReference[];
  /** The shows. `allmedia/byshow` takes a `title`, `byshowid` an `ID`. */
  readonly shows?: readonly MediaReference[];
  /** The places. `allmedia/byplace` takes a `title`, `byplaceid` an `ID`. */
  readonly places?: readonly MediaReference[];
  /** The products. `allmedia/byproduct` takes a `title`, `byproductid` an `ID`. */
  readonly products?: readonly MediaReference[];
  /** The files. `allmedia/byfile` takes a `title`, `byfileid` an `ID`. */
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
  /** What the item is. Always there. */
  readonly general: MediaGeneral;
  /** The cover. Without members when the item has none. */
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
