/** The known streamtypes. Any other text passes, because new ones appear. */
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

/** The types of the values of each kind of field. */
export interface KindValues {
  /** Any text without control characters and lone surrogates. */
  text: string;
  /** One of a field's `oneOf`. Words of digits may be given as numbers. */
  choice: string | number;
  /** Sent as 1 or 0. */
  flag: boolean | 0 | 1;
  /** A whole number that JavaScript holds exactly. */
  integer: number;
  /** Any finite number. */
  number: number;
  /** A non-negative ID. As text or bigint it keeps every digit. */
  id: number | bigint | string;
  /** An amount in the currency's subunit (cents): a non-negative safe integer. */
  amount: number;
  /** Two letters, for example `de`. */
  language: string;
  /** Two letters, for example `DE`. */
  country: string;
  /** Three letters, for example `EUR`. */
  currency: string;
  /** A time: a `Date`, or whole unix seconds. */
  timestamp: Date | number;
  /**
   * A real day: text `YYYY-MM-DD`, or a `Date`, read in the call's `timezone`, else in the
   * browser's.
   */
  day: Date | string;
  /** A timezone name, for example `Europe/Berlin`. */
  timezone: string;
  streamtype: Streamtype;
  /** Texts without commas, joined by commas in the request. */
  list: string | readonly string[];
  streamtypes: Streamtype | readonly Streamtype[];
  /** IDs, joined by commas in the request. */
  ids: string | readonly (number | bigint | string)[];
  /** Further parameters, sent as they are. */
  record: Readonly<Record<string, string | number | boolean>>;
}

export type KindName = keyof KindValues;

/** A field with a range. */
export interface RangedField {
  readonly kind: KindName;
  /** For numbers. */
  readonly min?: number;
  readonly max?: number;
}

/** A field with more than its kind. */
export interface FieldSpec extends RangedField {
  readonly required?: true;
  /** A closed enumeration. */
  readonly oneOf?: readonly (string | number)[];
  /** An open enumeration: these are suggested, and any other text passes. */
  readonly known?: readonly string[];
  /** The platform's default for an absent field. */
  readonly default?: string;
  /** Never shown in an error, event or report. */
  readonly secret?: true;
  /** It may say who the viewer is, as an e-mail address does: errors do not show its value. */
  readonly personal?: true;
}

/** A field of a row: its kind, or its full form. */
export type Field = KindName | FieldSpec;
export type Fields = Readonly<Record<string, Field>>;

/** A rule over several fields of one call. */
export type Rule =
  | { readonly exactlyOne: readonly string[] }
  | { readonly inOrder: readonly [first: string, last: string] }
  | {
      readonly field: string;
      readonly only: string;
      readonly when: string;
    };

/** Parameters that many endpoints of an area accept, by their names. */
export type StandardParameters = {
  readonly [Name in 'media' | 'statistics']?: Readonly<Record<string, KindName | RangedField>>;
};

/** One endpoint. Its path is `/` + its id, then one segment for each field of `path`. */
export interface Row {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /**
   * Path segments, in their order. All are required, except `argument`, which the document leaves
   * unnamed and optional.
   */
  readonly path?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** The shared parameter set that the endpoint accepts with its own fields. */
  readonly standard?: keyof StandardParameters;
  readonly rules?: readonly Rule[];
  /** The form of the result: one object, one media item, a list, or a `Map` in wire order. */
  readonly result: 'object' | 'item' | 'list' | 'map';
  /**
   * Whether the call changes anything. A change is never repeated. (`itemstate` is a read, unless
   * it performs.)
   */
  readonly effect: 'read' | 'change';
  /** Default: that of the area. */
  readonly session?: SessionNeed;
}

/** Whether a call carries the session: it opens one, takes one where there is one, or has none. */
export type SessionNeed = 'required' | 'optional' | 'none';

export type Rows = Readonly<Record<string, Row>>;

/** Encodes a value as text. `undefined` when the value is refused. */
export interface Kind {
  /** A description of the allowed values. */
  readonly allowed: string;
  readonly encode: (
    value: unknown,
    values: Readonly<Record<string, unknown>>,
  ) => string | undefined;
  /** The text consists of encoded name-value pairs, and replaces the field. */
  readonly pairs?: true;
}

/** The table of an area, and the parts that its rows refer to. */
export interface Area {
  readonly name: string;
  readonly rows: Rows;
  /** Default: `required`. */
  readonly session?: SessionNeed;
  /** The kinds of field that its rows use, except those of `field.ts`. */
  readonly kinds: Readonly<Partial<Record<KindName, Kind>>>;
  /** The shared parameter set for rows with `standard`. */
  readonly standard?: Fields;
  /** Rules over the shared parameters. */
  readonly rules?: readonly Rule[];
  /** Creates the function that refuses a value of a call by an error. */
  readonly refuseFor: (
    endpoint: string,
  ) => (key: string, value: unknown, spec?: FieldSpec, kind?: Kind) => never;
  /**
   * Checks a call as a whole, and returns the path segments after the id. Absent when no row needs
   * it.
   */
  readonly validateCall?: (
    id: string,
    area: Area,
    row: Row,
    path: Readonly<Record<string, string>>,
    encoded: Readonly<Record<string, string>>,
  ) => string;
}

type NumberOf<V> = V extends `${infer N extends number}` ? N : never;
type ValueOf<F> = F extends { readonly oneOf: readonly (infer V)[] }
  ? V | (F extends { readonly kind: 'choice' } ? NumberOf<V> : never)
  : F extends { readonly kind: 'list'; readonly known: readonly (infer V)[] }
    ? V | (string & {}) | readonly (V | (string & {}))[]
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

/** The values of a call of one row. `Standard` are the shared parameters of its area. */
export type ValuesOf<R, Standard = {}> = Flat<
  PathValues<Part<R, 'path'>> &
    ValuesOfFields<Part<R, 'query'>> &
    ValuesOfFields<Part<R, 'body'>> &
    (R extends { readonly standard: string } ? ValuesOfFields<Standard> : {})
>;
type Flat<T> = { [K in keyof T]: T[K] };
