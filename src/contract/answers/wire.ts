/** Fields by the platform's names. Read what is there: platforms add and remove fields. */
export type PlatformFields = Readonly<Record<string, unknown>>;

/**
 * A boolean as platforms send it. Text is always true in JavaScript, also `'0'`: compare with
 * `Number(flag) === 1`.
 */
export type WireFlag = boolean | 0 | 1 | '0' | '1';

/** The names of fields with an ID, which is a number or, if it is long, text. */
type IdName =
  | 'ID'
  | 'GID'
  | 'cid'
  | 'clid'
  | 'uid'
  | 'item'
  | 'channel'
  | 'format'
  | 'campaign'
  | 'affiliatePartner'
  | 'deliveryPartner'
  | 'transactionID';

/**
 * A part of an answer as the platform sends it, before it is read: a flag may be 0 or 1, a number
 * may be text, an ID may be either. `result` of `usher.call()` has this form.
 */
export type Wire<T> = T extends readonly (infer Entry)[]
  ? readonly Wire<Entry>[]
  : T extends object
    ? { readonly [Name in keyof T]: WireField<Name, T[Name]> }
    : T;

type WireField<Name, Value> = Value extends boolean
  ? WireFlag
  : Value extends number
    ? number | string
    : Value extends string
      ? Name extends IdName
        ? number | string
        : Value
      : Wire<Value>;
