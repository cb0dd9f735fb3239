/** Streamtypes in use. New ones appear, so any other text passes. */
export type Streamtype =
  | 'video'
  | 'audio'
  | 'live'
  | 'scene'
  | 'playlist'
  | 'radio'
  | 'collection'
  | 'set'
  | 'rack'
  | 'series'
  | 'bundle'
  | 'image'
  | 'album'
  | 'audioalbum'
  | 'file'
  | 'folder'
  | 'event'
  | 'article'
  | 'product'
  | 'magazine'
  | 'place'
  | 'link'
  | 'post'
  | 'person'
  | 'group'
  | 'show'
  | 'team'
  | 'poll'
  | 'form'
  | 'voting'
  | 'variant'
  | 'allmedia'
  | (string & {});

/** What a caller may hand over for each kind of field. */
export interface KindValues {
  /** Any text without control characters and lone surrogates. */
  text: string;
  /** Sent as 1 or 0. */
  flag: boolean | 0 | 1;
  /** A whole number that JavaScript holds exactly. */
  integer: number;
  /** Any finite number. */
  number: number;
  /** A non-negative ID; as text or bigint it keeps every digit. */
  id: number | bigint | string;
  /** An amount in the currency's subunit (cents): a non-negative safe integer. */
  amount: number;
  /** Two letters, as `de`. */
  language: string;
  /** Two letters, as `DE`. */
  country: string;
  /** Three letters, as `EUR`. */
  currency: string;
  /** A moment: a `Date`, or whole unix seconds. */
  timestamp: Date | number;
  /**
   * A real day: text `YYYY-MM-DD`, or a `Date`, read in the call's `timezone`, else in the
   * browser's.
   */
  day: Date | string;
  /** A timezone name, as `Europe/Berlin`. */
  timezone: string;
  streamtype: Streamtype;
  /** Texts without commas; sent with commas between them. */
  list: string | readonly string[];
  streamtypes: Streamtype | readonly Streamtype[];
  /** IDs; sent with commas between them. */
  ids: string | readonly (number | bigint | string)[];
  /** Further parameters, passed on as they are. */
  record: Readonly<Record<string, string | number | boolean>>;
}

export type KindName = keyof KindValues;

/** A field that says more than its kind. */
export interface FieldSpec {
  readonly kind: KindName;
  readonly required?: true;
  /** A closed enumeration. */
  readonly oneOf?: readonly (string | number)[];
  /** An open one: these are suggested, any other text passes. */
  readonly known?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** What the platform assumes when the field is left out. */
  readonly default?: string;
  /** Never shown in an error, event or report. */
  readonly secret?: true;
}

/** A field of a row: its kind, or its kind and more. */
export type Field = KindName | FieldSpec;
export type Fields = Readonly<Record<string, Field>>;

/** A rule over several fields of one call. */
export type Rule =
  | { readonly exactlyOne: readonly string[] }
  | { readonly inOrder: readonly [first: string, last: string] }
  | {
      readonly field: string;
      readonly only?: string;
      readonly never?: string;
      readonly when: string;
    };

/** One endpoint. Its path is `/` + its id, then one segment for each field of `path`. */
export interface Row {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * Fields that are path segments, in their order; required, but for `argument`, which the document
   * leaves unnamed and optional.
   */
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** The shared parameter set that the endpoint takes beside its own. */
  readonly standard?: 'statistics' | 'media';
  readonly rules?: readonly Rule[];
  /** How the result reads: one object, one media item, a list, or a `Map` in wire order. */
  readonly result: 'object' | 'item' | 'list' | 'map';
  /**
   * Whether it changes anything; what does is never repeated. (`itemstate` reads, unless it
   * performs.)
   */
  readonly effect: 'read' | 'change';
}

export type Rows = Readonly<Record<string, Row>>;

/** Turns a value into its text on the wire; `undefined` when the value is refused. */
export interface Kind {
  /** What the kind takes, in words; those of the kinds that every page has stand in `words.ts`. */
  readonly allowed?: string;
  readonly encode: (
    value: unknown,
    values: Readonly<Record<string, unknown>>,
  ) => string | undefined;
  /** The text is name-value pairs already encoded, and stands in the place of the field. */
  readonly pairs?: true;
}

/** An area's table with all that its rows refer to. */
export interface Area {
  readonly name: string;
  readonly rows: Rows;
  /** The kinds of field that its rows use beside those of `field.ts`. */
  readonly kinds: Readonly<Partial<Record<KindName, Kind>>>;
  /** The shared parameter set that rows refer to by `standard`. */
  readonly standard?: Fields;
  /** Rules over the shared parameters. */
  readonly rules?: readonly Rule[];
  /** Makes what refuses a value of a call, with the error that names it. */
  readonly refuseFor: (
    endpoint: string,
  ) => (key: string, value: unknown, spec?: FieldSpec, kind?: Kind) => never;
  /**
   * Checks what goes beyond single fields, and gives the path segments that follow the id; absent
   * where no row needs it.
   */
  readonly finish?: (
    id: string,
    area: Area,
    row: Row,
    path: Readonly<Record<string, string>>,
    encoded: Readonly<Record<string, string>>,
  ) => string;
}

type ValueOf<F> = F extends { readonly oneOf: readonly (infer V)[] }
  ? V
  : F extends { readonly known: readonly (infer V)[] }
    ? V | (string & {})
    : F extends { readonly kind: infer K extends KindName }
      ? KindValues[K]
      : F extends KindName
        ? KindValues[F]
        : never;

type RequiredNames<Fs> = {
  [N in keyof Fs]: Fs[N] extends { readonly required: true } ? N : never;
}[keyof Fs];
type ValuesOfFields<Fs> = {
  [N in Exclude<keyof Fs, RequiredNames<Fs>>]?: ValueOf<Fs[N]> | undefined;
} & { [N in RequiredNames<Fs>]: ValueOf<Fs[N]> };
type PathValues<Fs> = { [N in Exclude<keyof Fs, 'argument'>]: ValueOf<Fs[N]> } & {
  [N in keyof Fs & 'argument']?: ValueOf<Fs[N]> | undefined;
};
type Part<R, P extends string> = R extends { readonly [K in P]: infer Fs } ? Fs : {};

/** The values that a call of one row takes; `Standard` are the shared parameters of its area. */
export type ValuesOf<R, Standard = {}> = Flat<
  PathValues<Part<R, 'path'>> &
    ValuesOfFields<Part<R, 'query'>> &
    ValuesOfFields<Part<R, 'body'>> &
    (R extends { readonly standard: string } ? ValuesOfFields<Standard> : {})
>;
type Flat<T> = { [K in keyof T]: T[K] };
