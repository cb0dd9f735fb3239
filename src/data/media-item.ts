/** A media item as the platform gives it: the parts are typed as far as they are known, and nothing is dropped. */
export interface MediaItem {
  readonly general: {
    /** The media ID; unique together with the streamtype. */
    readonly ID: string | number;
    /** The global ID: unique without a streamtype. */
    readonly GID: string | number;
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
    readonly isPay?: number | string | boolean;
    readonly isPicked?: number | string | boolean;
    readonly forKids?: number | string | boolean;
    readonly isUGC?: number | string | boolean;
    readonly [name: string]: unknown;
  };
  readonly imagedata?: { readonly thumb?: string; readonly [name: string]: unknown };
  readonly streamdata?: Readonly<Record<string, unknown>>;
  readonly statusdata?: Readonly<Record<string, unknown>>;
  readonly connectedmedia?: Readonly<Record<string, unknown>>;
  readonly publishingdata?: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

/** One page of a list. */
export interface MediaPage {
  readonly items: readonly MediaItem[];
  /** `start` from 0, `limit` of this page, `resultcount` of all items that exist. */
  readonly paging: { readonly start: number; readonly limit: number; readonly resultcount: number };
}
